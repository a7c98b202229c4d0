/** The shells that can be set up. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/**
 * A script for each shell. It runs `gridloom complete -- WORD…` with the words up to the cursor, the last of them as far
 * as it is typed, and reads one candidate per line: the word, a tab, its description. Without candidates the shell
 * completes file names.
 */
export const shellScripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of gridloom for bash. Load it with: source <(gridloom completion bash)
_gridloom() {
  local line IFS=$'\\n'
  COMPREPLY=()
  for line in $("$1" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done
}
complete -o default -F _gridloom gridloom`,
  zsh: `#compdef gridloom
# Completion of gridloom for zsh. Load it with: source <(gridloom completion zsh)
_gridloom() {
  local -a candidates
  local line
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#candidates )); then
    _describe gridloom candidates
  else
    _files
  fi
}
if [[ $funcstack[1] == _gridloom ]]; then
  _gridloom "$@"
else
  compdef _gridloom gridloom
fi`,
  fish: `# Completion of gridloom for fish. Load it with: gridloom completion fish | source
function __gridloom_complete
  set -l before (commandline --tokenize --cut-at-cursor --current-process)
  set -l part (commandline --current-token --cut-at-cursor)
  set -e before[1]
  gridloom complete -- $before "$part" 2>/dev/null
end
complete --command gridloom --no-files --arguments '(__gridloom_complete)'
complete --command gridloom --condition 'not count (__gridloom_complete) >/dev/null' --force-files`,
}
