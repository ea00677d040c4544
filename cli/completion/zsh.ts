import type { CompletedCommand, CompletedOption, Place } from './script.ts';

/** One function per command, which describes its options and arguments to zsh. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef mailfold
# zsh completion for mailfold; load it with: source <(mailfold completion zsh)
${commands.map(functionOf).join('\n')}
if [[ $funcstack[1] == _mailfold ]]; then _mailfold "$@"; else compdef _mailfold mailfold; fi
`;
}

function functionOf(command: CompletedCommand): string {
  const { path, commands, options, places, isLastRepeated } = command;
  const described = options.map(optionSpec);
  if (commands.length === 0) {
    const specs = [
      ...described,
      ...places.map((place, index) => placeSpec(place, isLastRepeated && index === places.length - 1)),
    ];
    return `${nameOf(path)}() {
  _arguments -s ${specs.join(' \\\n    ')}
}`;
  }
  const names = commands.map(({ name, does }) => `    ${quoted(`${name}:${does}`)}`).join('\n');
  const calls = commands.map(({ name }) => `      ${name}) ${nameOf([...path, name])} ;;`).join('\n');
  return `${nameOf(path)}() {
  local -a own=(
${names}
  )
  local curcontext=$curcontext state line
  _arguments -C ${described.join(' \\\n    ')} \\
    '1: :->command' '*:: :->rest'
  case $state in
    command) _describe command own ;;
    rest) case $line[1] in
${calls}
    esac ;;
  esac
}`;
}

function nameOf(path: readonly string[]): string {
  return ['_mailfold', ...path].join('_');
}

function optionSpec({ names, does, value }: CompletedOption): string {
  const label = `[${does.replace(/[[\]:]/g, '\\\\$&')}]`;
  const taken = value ? `: :${actionOf(value)}` : '';
  return names.map((name) => quoted(`*${name}${label}${taken}`)).join(' ');
}

function placeSpec(place: Place, isRepeated: boolean): string {
  return quoted(`${isRepeated ? '*' : ''}: :${actionOf(place)}`);
}

/** A blank alone means a value that cannot be completed. */
function actionOf({ words, isFile }: Place): string {
  if (words.length > 0) return `(${words.join(' ')})`;
  return isFile ? '_files' : ' ';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
