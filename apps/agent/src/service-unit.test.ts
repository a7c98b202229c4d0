import { describe, expect, it } from 'vitest'
import { unitText } from './service-unit.ts'

describe('the systemd unit', () => {
  it('always restarts, and leaves containers running when it stops', () => {
    const lines = unit().split('\n')
    expect(lines).toContain('ExecStart=/usr/bin/node /opt/gridloom/main.ts run')
    expect(lines).toContain('Restart=always')
    expect(lines).toContain('KillMode=process')
    expect(lines).toContain('WantedBy=multi-user.target')
  })

  it('does not stop with the engine', () => {
    expect(unit()).not.toMatch(/^(Requires|BindsTo|PartOf)=/m)
  })

  it('quotes words with spaces, and escapes special characters of systemd', () => {
    const argv = ['/opt/my node', '/a"b', '/100%', '/$HOME']
    expect(unit({ argv })).toContain('ExecStart="/opt/my node" "/a\\"b" /100%% /$$HOME\n')
  })

  it('passes only the variables that are set', () => {
    expect(unit()).not.toContain('Environment=')
    const text = unit({
      environment: {
        DOCKER_HOST: 'unix:///run/podman/podman.sock',
        GRIDLOOM_BLENDER: '/opt/my blender/blender',
        GRIDLOOM_BPY_PYTHON: undefined,
      },
    })
    expect(text.split('\n').filter((line) => line.startsWith('Environment='))).toEqual([
      'Environment=DOCKER_HOST=unix:///run/podman/podman.sock',
      'Environment="GRIDLOOM_BLENDER=/opt/my blender/blender"',
    ])
  })

  it('limits root to the capabilities that hosting needs, and makes the system read-only', () => {
    const lines = unit().split('\n')
    expect(lines).toContain('ProtectSystem=strict')
    expect(lines).toContain('ReadWritePaths=/var/lib/gridloom-agent -/run')
    expect(lines).toContain('ProtectKernelModules=yes')
    const rights = lines.find((line) => line.startsWith('CapabilityBoundingSet='))
    expect(rights).toContain('CAP_NET_ADMIN')
    for (const name of ['SYS_MODULE', 'SYS_RAWIO', 'SYS_TIME', 'SYS_BOOT', 'BPF', 'SYSLOG']) {
      expect(rights).not.toContain(`CAP_${name}`)
    }
  })

  it('sets no restriction that breaks sandboxes, GPUs or disks', () => {
    expect(unit()).not.toMatch(
      /^(PrivateDevices|ProtectClock|ProtectHostname|ProtectControlGroups|RestrictNamespaces|MemoryDenyWriteExecute)=/m,
    )
  })

  it('of a user has no setting that user services cannot have or that hides /proc of a sandbox', () => {
    const text = unit({ owner: 'user' })
    expect(text).toContain('WantedBy=default.target')
    expect(text).toContain('NoNewPrivileges=yes')
    expect(text).not.toMatch(
      /^(CapabilityBoundingSet|Protect\w+|PrivateTmp|ReadWritePaths|After)=/m,
    )
  })

  it('contains no token', () => {
    expect(unit()).not.toMatch(/token/i)
  })
})

function unit(changes: Partial<Parameters<typeof unitText>[0]> = {}): string {
  return unitText({
    owner: 'root',
    argv: ['/usr/bin/node', '/opt/gridloom/main.ts', 'run'],
    dataDir: '/var/lib/gridloom-agent',
    environment: {},
    ...changes,
  })
}
