import { sessionLauncher } from '../../runtime/port.ts'
import { toolboxFolder } from './toolbox.ts'

/**
 * What the launcher starts, with its words. `private`: a program whose files are for its user alone. `connection`: one
 * that finds the input and output of the session as 3 and 4.
 */
export type Launched =
  | { kind: 'shell' }
  | { kind: 'command'; command: string }
  | { kind: 'program' | 'private' | 'connection'; words: readonly string[] }

/**
 * Prepares the surroundings of a program as sshd does: home, user, shell, and the home as working folder. The programs of
 * the toolbox are found after those of the image. Its own names begin with `gl_`, so that none is one of the environment.
 * `$1`: the session, which the agent finds it by. `$2`: the kind. The rest: its words.
 */
const script = `
gl_kind=$2
shift 2
while read -r gl_key gl_uid gl_rest; do
  [ "$gl_key" = Uid: ] && break
done </proc/self/status
if [ -r /etc/passwd ]; then
  while IFS=: read -r gl_name gl_x gl_id gl_x gl_x gl_home gl_rest; do
    [ "$gl_id" = "$gl_uid" ] && break
    gl_name= gl_home=
  done </etc/passwd
fi
: "\${HOME:=\${gl_home:-/}}" "\${USER:=\${gl_name:-$gl_uid}}"
: "\${LOGNAME:=$USER}" "\${PATH:=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin}"
PATH=$PATH:${toolboxFolder}
for SHELL in /bin/bash /usr/bin/bash /usr/local/bin/bash /bin/sh /usr/bin/sh ${toolboxFolder}/sh; do
  [ -x "$SHELL" ] && break
done
export HOME USER LOGNAME PATH SHELL
cd "$HOME" 2>/dev/null || cd /
unset OLDPWD SHLVL
case $gl_kind in
  shell) exec "$SHELL" -l ;;
  command) exec "$SHELL" -c "$1" ;;
  private)
    [ -d /tmp ] || mkdir -m 1777 /tmp
    umask 077
    exec "$@" ;;
  connection) exec "$@" 3<&0 4>&1 ;;
  *) exec "$@" ;;
esac
`

/** Returns the command of a session that starts a program with this shell of the container. */
export function launchCommand(shell: string, session: string, launched: Launched): string[] {
  return [shell, '-c', script, sessionLauncher, session, launched.kind, ...wordsOf(launched)]
}

function wordsOf(launched: Launched): readonly string[] {
  switch (launched.kind) {
    case 'shell':
      return []
    case 'command':
      return [launched.command]
    default:
      return launched.words
  }
}
