import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { installService, type ServiceHost } from './install-service.ts'
import { unitPath } from './service-unit.ts'

describe('installing the service', () => {
  it('writes the unit, then reloads systemd, enables the service and restarts it', async () => {
    const test = setup()
    const said = await test.install()
    expect(test.done[0]).toMatch(new RegExp(`^write ${unitPath}: \\[Unit\\]`))
    expect(test.done[0]).toContain('ExecStart=/opt/gridloom/node /opt/gridloom/agent.mjs run')
    expect(test.done.slice(1)).toEqual([
      'systemctl daemon-reload',
      'systemctl enable gridloom-agent',
      'systemctl restart gridloom-agent',
    ])
    expect(said).toContain('journalctl -fu gridloom-agent')
  })

  it('returns the command to run by hand where there is no systemd, and changes nothing', async () => {
    const test = setup({ manager: 'none', userId: 1000 })
    expect(await test.install()).toMatch(/nohup .*agent\.mjs run --data '\/my data' --runtime auto/)
    expect(test.done).toEqual([])
  })

  it('writes a user unit without root, and keeps it running after logout', async () => {
    const test = setup({ userId: 1000, home: '/home/ada' })
    const said = await test.install()
    const path = '/home/ada/.config/systemd/user/gridloom-agent.service'
    expect(test.done[0]).toMatch(new RegExp(`^write ${path}: \\[Unit\\]`))
    expect(test.done.slice(1)).toEqual([
      'env XDG_RUNTIME_DIR=/run/user/1000 systemctl --user daemon-reload',
      'env XDG_RUNTIME_DIR=/run/user/1000 systemctl --user enable gridloom-agent',
      'env XDG_RUNTIME_DIR=/run/user/1000 systemctl --user restart gridloom-agent',
      'loginctl enable-linger',
    ])
    expect(said).toContain('journalctl --user -fu gridloom-agent')
  })

  it('fails with the error of systemctl', async () => {
    const test = setup({
      execute: async () => ({ exitCode: 1, stdout: '', stderr: 'no bus\n', failure: undefined }),
    })
    await expect(test.install()).rejects.toThrow('systemctl daemon-reload: no bus')
  })
})

describe('installing the service on macOS', () => {
  it('writes the property list, then unloads the old service and loads the new one', async () => {
    const test = setup({ manager: 'launchd', userId: 501 })
    expect(await test.install()).toContain("tail -f '/my data/agent.log'")
    const path = '/Users/ada/Library/LaunchAgents/com.gridloom.agent.plist'
    expect(test.done[0]).toMatch(new RegExp(`^write ${path}: <\\?xml`))
    expect(test.done.slice(1)).toEqual([
      'launchctl bootout gui/501/com.gridloom.agent',
      `launchctl bootstrap gui/501 ${path}`,
    ])
  })

  it('succeeds where no service was loaded before', async () => {
    const test = setup({
      manager: 'launchd',
      userId: 501,
      execute: async (argv) => ({
        exitCode: argv.includes('bootout') ? 3 : 0,
        stdout: '',
        stderr: 'No such process',
        failure: undefined,
      }),
    })
    expect(await test.install()).toContain('started the service')
  })

  it('is rejected for root, which Docker Desktop does not serve', async () => {
    const test = setup({ manager: 'launchd', userId: 0 })
    await expect(test.install()).rejects.toThrow('without sudo')
    expect(test.done).toEqual([])
  })
})

function setup(changes: Partial<ServiceHost> = {}) {
  const done: string[] = []
  const host: ServiceHost = {
    manager: 'systemd',
    userId: 0,
    home: '/Users/ada',
    program: ['/opt/gridloom/node', '/opt/gridloom/agent.mjs'],
    execute: async (argv) => {
      done.push(argv.join(' '))
      return { exitCode: 0, stdout: '', stderr: '', failure: undefined }
    },
    write: async (path, text) => void done.push(`write ${path}: ${text}`),
    ...changes,
  }
  const user = { isRoot: true, home: '/root', host: 'box', platform: 'linux' } as const
  const asked = readConfig(['install-service', '--data', '/my data'], {}, user)
  if (asked.kind !== 'work') throw new Error('the command line is right')
  return { done, install: () => installService(asked.settings, host) }
}
