import { expect, it } from 'vitest'
import { restartService, type ServiceControl } from './restart-service.ts'

const programDir = '/opt/gridloom/agent'

it.each([
  [
    'the system’s unit',
    { manager: 'systemd', userId: 0 },
    '/etc/systemd/system/gridloom-agent.service',
    'systemctl restart gridloom-agent',
  ],
  [
    'a person’s unit',
    { manager: 'systemd', userId: 1000 },
    '/home/ada/.config/systemd/user/gridloom-agent.service',
    'env XDG_RUNTIME_DIR=/run/user/1000 systemctl --user restart gridloom-agent',
  ],
  [
    'a launchd agent',
    { manager: 'launchd', userId: 501 },
    '/home/ada/Library/LaunchAgents/com.gridloom.agent.plist',
    'launchctl kickstart -k gui/501/com.gridloom.agent',
  ],
] as const)('restarts %s', async (_what, host, path, command) => {
  const site = setup({ ...host, files: { [path]: `ExecStart=${programDir}/node run` } })
  expect(await site.restart()).toBe('The service was restarted.')
  expect(site.done).toEqual([command])
})

it('leaves the service of another installation unchanged', async () => {
  const files = { '/etc/systemd/system/gridloom-agent.service': 'ExecStart=/srv/agent/node run' }
  const site = setup({ files })
  expect(await site.restart()).toContain('Restart it manually')
  expect(site.done).toEqual([])
})

it('asks for a manual start if there is no service manager', async () => {
  expect(await setup({ manager: 'none' }).restart()).toContain('Restart it manually')
})

it('fails with the error of the service manager', async () => {
  const files = { '/etc/systemd/system/gridloom-agent.service': `ExecStart=${programDir}/node` }
  await expect(setup({ files, exitCode: 1 }).restart()).rejects.toThrow(
    'restart gridloom-agent: no bus',
  )
})

interface SetupOptions {
  manager?: ServiceControl['manager']
  userId?: number
  files?: Readonly<Record<string, string>>
  exitCode?: number
}

function setup({ manager = 'systemd', userId = 0, files = {}, exitCode = 0 }: SetupOptions) {
  const done: string[] = []
  const control: ServiceControl = {
    ...{ manager, userId, home: '/home/ada' },
    read: async (path) => files[path],
    execute: async (argv) => {
      done.push(argv.join(' '))
      return { exitCode, stdout: '', stderr: 'no bus\n', failure: undefined }
    },
  }
  return { done, restart: () => restartService(control, programDir) }
}
