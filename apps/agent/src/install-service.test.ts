import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { installService, type ServiceHost } from './install-service.ts'
import { unitPath } from './service-unit.ts'

describe('installing the service', () => {
  it('writes the unit, then has systemd read and start it', async () => {
    const test = setup()
    const said = await test.install()
    expect(test.done[0]).toMatch(new RegExp(`^write ${unitPath}: \\[Unit\\]`))
    expect(test.done.slice(1)).toEqual([
      'systemctl daemon-reload',
      'systemctl enable --now gridloom-agent',
    ])
    expect(said).toContain('journalctl -fu gridloom-agent')
  })

  it('says how to run by hand where no systemd runs, and changes nothing', async () => {
    const test = setup({ hasSystemd: false, isRoot: false })
    expect(await test.install()).toMatch(/nohup .*main\.ts run --data '\/my data' --runtime auto/)
    expect(test.done).toEqual([])
  })

  it('asks for root before it changes anything', async () => {
    const test = setup({ isRoot: false })
    await expect(test.install()).rejects.toThrow('sudo')
    expect(test.done).toEqual([])
  })

  it('tells what systemd said where it refused', async () => {
    const test = setup({
      execute: async () => ({ exitCode: 1, stdout: '', stderr: 'no bus\n', failure: undefined }),
    })
    await expect(test.install()).rejects.toThrow('systemctl daemon-reload: no bus')
  })
})

function setup(changes: Partial<ServiceHost> = {}) {
  const done: string[] = []
  const host: ServiceHost = {
    hasSystemd: true,
    isRoot: true,
    execute: async (argv) => {
      done.push(argv.join(' '))
      return { exitCode: 0, stdout: '', stderr: '', failure: undefined }
    },
    write: async (path, text) => void done.push(`write ${path}: ${text}`),
    ...changes,
  }
  const user = { isRoot: true, home: '/root', host: 'box' }
  const asked = readConfig(['install-service', '--data', '/my data'], {}, user)
  if (asked.kind !== 'work') throw new Error('the command line is right')
  return { done, install: () => installService(asked.settings, host) }
}
