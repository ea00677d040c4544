import { type CompletedCommand, type CompletedOption, optionsWithValue, type Place } from './script.ts';

/** One line per command, option and place. A function says which command is being written. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => path.join(' ')).filter((path) => path !== '');
  return `# fish completion for mailfold; load it with: mailfold completion fish | source
function __mailfold_is
    # Whether the command is $argv[1], and $argv[2] words of its own have been written ("*" for any number).
    set -l path ''
    set -l place 0
    set -l takes 0
    for word in (commandline -opc)[2..]
        if test $takes = 1
            set takes 0
        else if contains -- $word ${optionsWithValue(commands).join(' ')}
            set takes 1
        else if not string match -q -- '-*' $word
            set -l longer (string trim "$path $word")
            if contains -- $longer ${paths.map((path) => quoted(path)).join(' ')}
                set path $longer
            else
                set place (math $place + 1)
            end
        end
    end
    test "$path" = "$argv[1]"; and begin
        test "$argv[2]" = '*'; or test "$argv[2]" = $place
    end
end
complete -c mailfold -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, commands, options, places, isLastRepeated }: CompletedCommand): string[] {
  const own = path.join(' ');
  const when = (place: number | '*') =>
    `-n ${quoted(`__mailfold_is ${quoted(own)} ${place === '*' ? quoted('*') : place}`)}`;
  return [
    ...commands.map(({ name, does }) => `complete -c mailfold ${when(0)} -a ${name} -d ${quoted(does)}`),
    ...options.map(
      (option) => `complete -c mailfold ${when('*')} ${optionWords(option)} -d ${quoted(option.does)}`,
    ),
    ...places.flatMap((place, index) => {
      const isRepeated = isLastRepeated && index === places.length - 1;
      const words = placeWords(place);
      return words ? [`complete -c mailfold ${when(isRepeated ? '*' : index)} ${words}`] : [];
    }),
  ];
}

function optionWords({ names, value }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [...flags, ...(value ? ['-r', placeWords(value) ?? '-f'] : [])].join(' ');
}

function placeWords({ words, isFile }: Place): string | undefined {
  if (words.length > 0) return `-f -a ${quoted(words.join(' '))}`;
  return isFile ? '-F' : undefined;
}

/** Inside single quotes, fish reads only \\ and \' specially. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
