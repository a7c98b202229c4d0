import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import {
  type ContainerOptions,
  noContainerOptions,
} from '@gridloom/contract/templates/docker-options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSpec } from '../../test/builders.ts'
import {
  collectExec,
  type DockerManager,
  newInstanceId,
  startDockerManager,
} from '../../test/docker-manager.ts'
import { labelNames } from './names.ts'

describe('the options of a container on a real engine', () => {
  let machine: DockerManager
  beforeAll(async () => {
    machine = await startDockerManager()
  }, 60_000)
  afterAll(() => machine[Symbol.asyncDispose]())

  it('give it shared memory, limits, a folder, a user and a name', async () => {
    const box = await start(everything, { on_start_script: `(${facts}) > /tmp/said` })
    const said = '128.0M\n1024 2048\n2000\n/srv/work\n1234:5678\ntrainer\n'
    expect(await box.sh('cat /tmp/said')).toBe(said)
    expect(await box.sh(facts)).toBe(said)
    expect(await box.sh(resolved)).toMatch(/^(10\.213\.\d+\.\d+)\n\1\strainer\n$/)
  })

  it('stay over a restart, and where what held its network was removed', async () => {
    const box = await start(everything)
    const before = await box.sh(facts)
    await box.sh('dd if=/dev/zero of=/dev/shm/file bs=1M count=1')
    await box.turn({ restart: 1 })
    expect(await box.sh(`${facts}; ls /dev/shm`)).toBe(before)
    await box.turn({ desired: 'stopped' })
    const container = await machine.runtime.inspectContainer(box.container, limit())
    await docker(['rm', '-f', container?.labels[labelNames.network] ?? ''])
    await box.turn({ desired: 'running' })
    expect(await box.sh(facts)).toBe(before)
    expect(await box.sh(resolved)).toMatch(/^(10\.213\.\d+\.\d+)\n\1\strainer\n$/)
  })

  it('leave the memory of an instance its limit, which shared memory counts to', async () => {
    const box = await start({ shm_mib: 1_024 }, { memory_mib: 64 })
    expect(await box.sh('df -m /dev/shm | tail -n 1')).toMatch(/ 1024 /)
    const filled = box.sh('dd if=/dev/zero of=/dev/shm/file bs=1M count=200; echo done')
    await expect(filled).resolves.not.toContain('200+0 records out')
  })

  it('start the script as the user, with its home and its mark', async () => {
    const box = await start({ user: 'nobody' }, { on_start_script: 'id -un; exit 3' })
    expect(box.report.reason).toMatchObject({
      code: 'start_script_failed',
      text: 'The start script exited with code 3. Last log lines:\nnobody',
    })
    await box.turn({ desired: 'running' })
    const twice = await start({ user: 'nobody' }, { on_start_script: 'echo "$HOME" >> /tmp/homes' })
    await twice.turn({ restart: 1 })
    const [home, again] = (await twice.sh('cat /tmp/homes; id -un')).trim().split('\n')
    expect(home).toBe((await twice.sh('grep ^nobody: /etc/passwd')).split(':')[5])
    expect(again).toBe(home)
    expect(await twice.sh('rm -f /.gridloom-start/program; cat /etc/shadow')).toMatch(
      /permission denied|not permitted|denied/i,
    )
  })

  it('pass arguments to the entry point exactly', async () => {
    const exact = ['sh', '-c', 'printf "[%s]" "$0" "$@"', 'a b', '"$(id)" \'x\'', '', '-n', 'ü\n']
    const spec = specOf({}, { launch_mode: 'entrypoint', arguments: exact })
    machine.manager.apply(spec)
    await machine.until(spec.instance_id, ({ reason }) => reason?.code === 'exited')
    const { stdout } = await docker(['logs', `gridloom-${spec.instance_id}`])
    expect(stdout).toBe('[a b]["$(id)" \'x\'][][-n][ü\n]')
  })

  it.each<[string, Partial<ContainerOptions>, RegExp]>([
    ['more files than the kernel gives', { ulimits: [aLimit('nofile', 2 ** 40)] }, /ulimit nofile/],
    ['unlimited files', { ulimits: [aLimit('nofile', -1)] }, /ulimit nofile.*lower one/],
    ['core dumps', { ulimits: [aLimit('core', -1)] }, /ulimit core may be at most 0/],
    ['an unknown user', { user: 'trainer' }, /^The image has no user "trainer"/],
    ['an unknown group', { user: '0:trainers' }, /^The image has no group "trainers"/],
    [
      'a folder that is a file',
      { workdir: '/etc/passwd' },
      /^The working directory .* is a file in the image/,
    ],
  ])('fail a start by name, and once: %s', async (_, options, text) => {
    const { report, container } = await start(options)
    expect(report).toMatchObject({
      phase: 'failed',
      ready: false,
      reason: { code: expect.stringMatching(/^(start_failed|create_refused)$/) },
    })
    expect(report.reason?.text).toMatch(text)
    const facts = await machine.runtime.inspectContainer(container, limit())
    expect(facts?.state ?? 'absent').toMatch(/^(created|absent)$/)
  })

  async function start(options: Partial<ContainerOptions>, changes: Partial<InstanceSpec> = {}) {
    let spec = specOf(options, changes)
    const { instance_id: id } = spec
    const report = await machine.runReady(spec)
    return {
      report,
      container: `gridloom-${id}`,
      sh: async (script: string) => {
        const request = { command: ['sh', '-c', script], timeout_s: 30 }
        const { stdout, stderr } = await collectExec(machine.manager.exec(id, request, limit()))
        return stdout + stderr
      },
      turn: async (change: Partial<InstanceSpec>) => {
        spec = { ...spec, ...change, generation: spec.generation + 1 }
        const { generation, desired } = spec
        machine.manager.apply(spec)
        await machine.until(id, (it) => {
          if (it.observed_generation !== generation) return false
          return desired === 'running' ? it.ready || it.phase === 'failed' : it.phase === desired
        })
      },
    }
  }
})

const facts = [
  "df -h /dev/shm | tail -n 1 | awk '{print $2}'",
  'echo $(ulimit -Sl) $(ulimit -Hl)',
  // The soft limit is left out: runc 1.1 races with its own Go runtime, which may raise it to the hard one.
  'ulimit -Hn',
  'pwd',
  'echo $(id -u):$(id -g)',
  'hostname',
].join('; ')

/** `-i` looks the name up. */
const resolved = 'hostname -i; grep -w trainer /etc/hosts'

const everything: Partial<ContainerOptions> = {
  shm_mib: 128,
  ulimits: [
    { name: 'memlock', soft: 1_048_576, hard: 2_097_152 },
    { name: 'nofile', soft: 1_000, hard: 2_000 },
  ],
  workdir: '/srv/work',
  user: '1234:5678',
  hostname: 'trainer',
}

function aLimit(name: 'nofile' | 'core', value: number) {
  return { name, soft: value, hard: value }
}

function specOf(options: Partial<ContainerOptions>, changes: Partial<InstanceSpec>) {
  const all = { ...noContainerOptions, ...options }
  const image = 'gridloom/base:latest'
  return aSpec({ instance_id: newInstanceId(), image, vcpus: 0.5, options: all, ...changes })
}

const docker = (words: string[]) => promisify(execFile)('docker', words)

function limit(): AbortSignal {
  return AbortSignal.timeout(60_000)
}
