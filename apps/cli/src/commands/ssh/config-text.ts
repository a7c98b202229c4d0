import type { HostKey } from './known-hosts.ts'

/** An instance in ssh_config. */
export interface HostEntry {
  id: string
  /** The names that `ssh` takes; the first is shown to the user. */
  aliases: readonly string[]
  key: HostKey
}

interface ConfigOptions {
  /** The gridloom program, as a shell finds it. */
  program: string
  serverUrl: string
  /** Path of our known_hosts. */
  knownHosts: string
}

/** In ~/.ssh/config; relative paths are those of ~/.ssh. */
export const includeLine = 'Include gridloom/*.config'

/**
 * Returns entries of ssh_config that reach instances through `gridloom proxy`, each with a host key that is known
 * before the first connection.
 */
export function configText(entries: readonly HostEntry[], options: ConfigOptions): string {
  const head = `# Written by gridloom ssh-config for ${options.serverUrl}; changes are overwritten.\n`
  return [head, ...entries.map((entry) => hostText(entry, options))].join('\n')
}

function hostText({ id, aliases, key }: HostEntry, options: ConfigOptions): string {
  const { program, serverUrl, knownHosts } = options
  const command = `${shellWord(program)} --server ${shellWord(serverUrl)} proxy %h`
  return [
    `Host ${aliases.join(' ')}`,
    `  HostName ${id}`,
    `  User ${key.user}`,
    `  ProxyCommand ${command}`,
    `  UserKnownHostsFile "${knownHosts}"`,
    '  StrictHostKeyChecking yes',
    '  ServerAliveInterval 30',
    '',
  ].join('\n')
}

/** A word for the shell that runs a ProxyCommand, in which ssh replaces tokens that begin with `%`. */
function shellWord(word: string): string {
  const plain = word.replaceAll('%', '%%')
  return /^[\w./:@%~-]+$/.test(word) ? plain : `'${plain.replaceAll("'", `'\\''`)}'`
}

/** Adds a line at the top, as it would belong to the entry before it anywhere else. */
export function withInclude(config: string, include: string): string {
  const has = config.split('\n').some((each) => each.trim().toLowerCase() === include.toLowerCase())
  return has ? config : `${include}\n${config === '' ? '' : `\n${config}`}`
}
