import type { InstanceId } from '@gridloom/contract/core/ids'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { acceptingSocat } from './socat-words.ts'
import { toolboxFolder } from './toolbox.ts'

/**
 * `describe`: prints the public half of the host key and the user, a line each. `serve`: says where it listens, and
 * becomes the SSH server of the first connection.
 */
type SshServerMode = { mode: 'describe' } | { mode: 'serve'; keys: readonly string[] }

/**
 * Makes the host key if there is none, and starts OpenSSH's server for one connection. The key is named after the
 * instance, so that neither an image nor a snapshot brings one along. It is linked into place when it is complete: of
 * two connections that make one, the first counts.
 * `$1`: the instance. `$2`: the mode. `$3`: the command that prints further keys.
 */
const script = `
bin=${toolboxFolder}
box=$bin/busybox
uid=$($box id -u)
user=$($box id -un 2>/dev/null) || user=user$uid
folder=$HOME/.gridloom-ssh
[ "$uid" != 0 ] || { user=root; folder=/var/lib/gridloom-ssh; }
key=$folder/$1
(
  umask 077
  [ ! -s "$key" ] || exit 0
  $box mkdir -p "$folder" && $bin/ssh-keygen -q -t ed25519 -N '' -C '' -f "$key.$$" >&2 || exit 1
  [ -s "$key" ] || $box rm -f "$key"
  $box ln "$key.$$" "$key" 2>/dev/null
  $box rm -f "$key.$$" "$key.$$.pub"
  [ -s "$key" ]
) || exit 1
if [ "$2" = describe ]; then
  $bin/ssh-keygen -y -f "$key" && echo "$user"
  exit
fi
export gl_key="$key" gl_keys="$3" gl_user="$user"
exec ${acceptingWords()}
`

/** A command line of the server: what differs is in variables, so that neither socat nor its shell reads it as syntax. */
function acceptingWords(): string {
  const command = [
    ...[`exec ${toolboxFolder}/sshd -i -h $gl_key`, '-o AuthorizedKeysCommand=$gl_keys'],
    ...['-o AuthorizedKeysCommandUser=$gl_user', options()],
  ]
  // Without field separators and patterns, a variable is one word, whatever it holds.
  const serve = `${toolboxFolder}/sh -c 'IFS=; set -f; ${command.join(' ')}'`
  return acceptingSocat(serve).map(quoteShell).join(' ')
}

/**
 * The ciphers are those of the gateway. A client's SSH agent offers all its keys, and editors open many sessions on one
 * connection.
 */
function options(): string {
  const settings = {
    Ciphers: 'aes128-gcm@openssh.com,aes256-gcm@openssh.com',
    MaxAuthTries: '20',
    MaxSessions: '100',
    ClientAliveInterval: '30',
    ClientAliveCountMax: '4',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-o ${name}=${value}`)
    .join(' ')
}

/** Returns the words of the program behind the SSH server of an instance. */
export function sshServerWords(instance: InstanceId, how: SshServerMode): string[] {
  const own = how.mode === 'serve' ? [keysCommand(how.keys)] : []
  return [`${toolboxFolder}/sh`, '-c', script, 'gridloom-ssh', instance, how.mode, ...own]
}

/** A command as sshd_config writes it: words in quotes, and `%` doubled. It leaves no key on the disk. */
function keysCommand(keys: readonly string[]): string {
  const words = keys.map((key) => `"${key.replaceAll('"', '\\"')}"`)
  return [`${toolboxFolder}/busybox printf %%s\\n`, ...words].join(' ')
}
