/** What a systemd unit of the agent is made of. */
export interface ServiceUnit {
  /** The command line that runs the agent, as absolute paths. */
  argv: readonly string[]
  dataDir: string
  /** What the agent was told by variables: of another engine or Blender than the usual one. */
  environment: Readonly<Record<string, string | undefined>>
}

export const unitPath = '/etc/systemd/system/gridloom-agent.service'

/**
 * The text of the unit. It restarts for ever, starts after the engine but does not stop with it, and
 * kills only the agent's own process: containers are the engine's.
 */
export function unitText({ argv, dataDir, environment }: ServiceUnit): string {
  const variables = Object.entries(environment).filter(([, value]) => value !== undefined)
  return [
    '[Unit]',
    'Description=Gridloom agent',
    'Wants=network-online.target',
    'After=network-online.target docker.service podman.socket',
    '',
    '[Service]',
    `ExecStart=${argv.map((word) => quoted(word.replaceAll('$', '$$$$'))).join(' ')}`,
    ...variables.map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    'Restart=always',
    'RestartSec=2',
    'KillMode=process',
    'TimeoutStopSec=15',
    'NoNewPrivileges=yes',
    'ProtectHome=read-only',
    `ReadWritePaths=${quoted(dataDir)}`,
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ].join('\n')
}

/** One word of a unit: `%` names things there, and spaces part words. */
function quoted(word: string): string {
  const escaped = word.replaceAll('%', '%%')
  return /^[\w@%+=:,./$-]+$/.test(escaped)
    ? escaped
    : `"${escaped.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
