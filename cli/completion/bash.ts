import { type CompletedCommand, type CompletedOption, optionsWithValue, type Place } from './script.ts';

/** One case per command for the words that can follow, and one per option for its values. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const groups = commands.filter(({ commands: own }) => own.length > 0);
  return `# bash completion for mailfold; load it with: source <(mailfold completion bash)
_mailfold() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local path='' place=0 takes='' index word
  for ((index = 1; index < COMP_CWORD; index += 1)); do
    word=\${COMP_WORDS[index]}
    if [[ -n $takes ]]; then takes=''; continue; fi
    # An address comes as three words: ana, @ and example.com.
    if [[ $word == @ ]]; then index=$((index + 1)); continue; fi
    if [[ $word == -* ]]; then
      case $word in ${optionsWithValue(commands).join('|')}) takes=1 ;; esac
      continue
    fi
    case "$path $word" in
${groups.flatMap(({ path, commands: own }) => own.map(({ name }) => `      ${quoted(`${path.join(' ')} ${name}`)}) path='${[...path, name].join(' ')}' ;;`)).join('\n')}
      *) place=$((place + 1)) ;;
    esac
  done
  if [[ -n $takes ]]; then
    case "$path $previous" in
${commands.flatMap(optionValues).join('\n')}
    esac
    return
  fi
  if [[ $current == -* ]]; then
    case "$path" in
${commands.map(({ path, options }) => `      ${quoted(path.join(' '))}) _mailfold_words '${options.flatMap(({ names }) => names).join(' ')}' ;;`).join('\n')}
    esac
    return
  fi
  case "$path $place" in
${commands.flatMap(placeCases).join('\n')}
  esac
}
_mailfold_words() {
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}
_mailfold_files() {
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _mailfold mailfold
`;
}

function optionValues({ path, options }: CompletedCommand): string[] {
  return options.flatMap(({ names, value }: CompletedOption) => {
    const act = value && completing(value);
    return act ? names.map((name) => `      ${quoted(`${path.join(' ')} ${name}`)}) ${act} ;;`) : [];
  });
}

function placeCases({ path, commands, places, isLastRepeated }: CompletedCommand): string[] {
  const own = path.join(' ');
  if (commands.length > 0)
    return [`    ${quoted(`${own} 0`)}) _mailfold_words '${commands.map(({ name }) => name).join(' ')}' ;;`];
  return places.flatMap((place, index) => {
    const act = completing(place);
    const isRepeated = isLastRepeated && index === places.length - 1;
    return act ? [`    ${quoted(`${own} `)}${isRepeated ? '*' : index}) ${act} ;;`] : [];
  });
}

function completing({ words, isFile }: Place): string | undefined {
  if (words.length > 0) return `_mailfold_words '${words.join(' ')}'`;
  return isFile ? '_mailfold_files' : undefined;
}

function quoted(text: string): string {
  return `'${text}'`;
}
