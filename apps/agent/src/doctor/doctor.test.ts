import type { Gpu, Hardware } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import type { ProcessResult } from '../host/execute.ts'
import { isAtLeast, versionIn } from '../host/version.ts'
import { exitCodeFor, findingsText, missing, ok, warn } from './finding.ts'
import { type EngineAnswer, inspectEngine, inspectGaps, inspectNvidia } from './inspect-engine.ts'
import * as host from './inspect-host.ts'
import { inspectRights } from './inspect-rights.ts'
import { inspectServer, type ServerAnswer } from './inspect-server.ts'

describe('versions', () => {
  it.each([
    ['v24.21.0', [24, 21, 0]],
    ['NVIDIA Container Toolkit CLI version 1.17.8\ncommit: f202b80a', [1, 17, 8]],
    ['20.10.24+dfsg1', [20, 10, 24]],
    ['none', undefined],
  ])('are parsed from %s', (text, version) => {
    expect(versionIn(text)).toEqual(version)
  })

  it('are compared part by part, not as text', () => {
    expect(isAtLeast([1, 17, 10], [1, 17, 8])).toBe(true)
    expect(isAtLeast([1, 17, 8], [1, 17, 8])).toBe(true)
    expect(isAtLeast([1, 9, 99], [1, 17, 8])).toBe(false)
    expect(isAtLeast([2], [1, 17, 8])).toBe(true)
    expect(isAtLeast([1, 17], [1, 17, 8])).toBe(false)
  })
})

describe('rights', () => {
  it('report the uses of root, of which workloads get none, or that there is no root', () => {
    const asRoot = inspectRights({ isRoot: true, platform: 'linux' })
    expect(asRoot.text).toMatch(/iptables.*disks.*sandbox.*do not run as root/)
    expect(inspectRights({ isRoot: false, platform: 'linux' }).text).toContain('not root')
    expect(inspectRights({ isRoot: false, platform: 'darwin' }).level).toBe('ok')
  })
})

describe('the host', () => {
  it.each([
    ['v24.0.0', 'ok'],
    ['v26.1.0', 'ok'],
    ['v20.19.5', 'missing'],
  ])('with Node %s is %s', (version, level) => {
    expect(host.inspectNode(version).level).toBe(level)
  })

  it('lacks disk space with less than 10 GB free', () => {
    expect(host.inspectDisk(10, '/').level).toBe('ok')
    expect(host.inspectDisk(9.9, '/')).toMatchObject({ level: 'missing', text: '9.9 GB free on /' })
  })

  it('gets a warning when it has little memory', () => {
    expect(host.inspectMemory(2_048).level).toBe('ok')
    expect(host.inspectMemory(512).level).toBe('warn')
  })

  it('needs a writable data folder', () => {
    expect(host.inspectDataDir('/data', true).level).toBe('ok')
    expect(host.inspectDataDir('/data', false)).toMatchObject({
      level: 'missing',
      remedy: expect.stringContaining('install -d'),
    })
  })

  it('needs a key that only its owner can read', () => {
    expect(host.inspectKey('/k', 0o600, 'linux').level).toBe('ok')
    expect(host.inspectKey('/k', undefined, 'linux').level).toBe('warn')
    expect(host.inspectKey('/k', 0o644, 'linux')).toMatchObject({
      level: 'missing',
      text: '/k is readable by other users (mode 0644)',
      remedy: expect.stringContaining('chmod 600 /k'),
    })
    expect(host.inspectKey('C:/k', 0o666, 'win32').level).toBe('ok')
  })
})

describe('the engine', () => {
  it('is reported with its version and storage driver', () => {
    expect(inspectEngine(anEngine())).toMatchObject({
      level: 'ok',
      text: 'docker 26.1.5, storage overlay2',
    })
  })

  it('is reported with the command that installs it when it does not respond', () => {
    expect(inspectEngine({ kind: 'silent', reason: 'connect ENOENT' })).toMatchObject({
      level: 'missing',
      text: 'connect ENOENT',
      remedy: expect.stringContaining('sudo apt-get install -y --no-install-recommends docker.io'),
    })
  })

  it('is reported with each isolation gap and its remedy', () => {
    expect(inspectGaps(anEngine())).toMatchObject([{ level: 'ok' }])
    expect(
      inspectGaps({ ...anEngine(), gaps: ['engine_version', 'resource_views'] }),
    ).toMatchObject([
      { name: 'isolation', level: 'missing', remedy: 'Update the container engine.' },
      { name: 'isolation', level: 'warn', remedy: expect.stringContaining('lxcfs') },
    ])
    const diskObstacle = 'the agent is not running as root'
    expect(inspectGaps({ ...anEngine(), gaps: ['disk_limit'], diskObstacle })).toMatchObject([
      { level: 'missing', text: expect.stringContaining(diskObstacle) },
    ])
  })
})

describe('NVIDIA cards', () => {
  it('are not reported where there are none', () => {
    expect(nvidia({ gpus: [aGpu({ vendor: 'amd' })] })).toEqual([])
  })

  it('are ready with driver, toolkit and runtime', () => {
    expect(nvidia({}).map(({ level }) => level)).toEqual(['ok', 'ok', 'ok'])
  })

  it.each([
    ['1.17.7', 'missing'],
    ['1.17.8', 'ok'],
    ['1.18.0', 'ok'],
  ])('with toolkit %s have it reported as %s', (version, level) => {
    const toolkit = ended(`NVIDIA Container Toolkit CLI version ${version}\n`)
    expect(nvidia({ toolkit })[1]).toMatchObject({ level })
  })

  it('need the toolkit, which is reported with the command that installs it', () => {
    const [, toolkit] = nvidia({ toolkit: absent })
    expect(toolkit).toMatchObject({
      level: 'missing',
      remedy: expect.stringContaining('apt-get install -y nvidia-container-toolkit'),
    })
  })

  it('need a driver that responds', () => {
    const gpus = [aGpu({ source: 'pci', driver: null })]
    const broken = { ...ended('NVIDIA-SMI has failed because…\n'), exitCode: 9 }
    expect(nvidia({ gpus, smi: broken })[0]).toMatchObject({
      level: 'missing',
      text: 'NVIDIA-SMI has failed because…',
    })
    expect(nvidia({ gpus, smi: absent })[0]).toMatchObject({ text: 'nvidia-smi is not installed' })
  })

  it('need the NVIDIA runtime in the engine', () => {
    const engine = anEngine({ runtimes: ['runc'] })
    expect(nvidia({ engine })[2]).toMatchObject({
      level: 'missing',
      remedy: expect.stringContaining('nvidia-ctk runtime configure'),
    })
  })
})

describe('the server', () => {
  it('is ok when it responds and its clock agrees', () => {
    expect(server({}).map(({ level }) => level)).toEqual(['ok', 'ok'])
  })

  it('is reported with a warning when its clock differs', () => {
    const [, clock] = server({ localTime: new Date('2026-01-01T00:02:00Z') })
    expect(clock).toMatchObject({ level: 'warn', text: 'differs from the server clock by 120 s' })
  })

  it('is missing when it does not respond or responds with 404', () => {
    const silent: ServerAnswer = { kind: 'silent', reason: 'ECONNREFUSED' }
    expect(inspectServer('https://a.example', silent)[0]).toMatchObject({ level: 'missing' })
    expect(server({ status: 404 })).toMatchObject([{ level: 'missing' }])
  })

  it('is reported with a warning when it is not configured', () => {
    expect(inspectServer(undefined, { kind: 'unknown' })).toMatchObject([{ level: 'warn' }])
  })
})

describe('the report', () => {
  it('has one line per finding, its remedy below, and a verdict', () => {
    const findings = [
      ok('a', 'fine'),
      warn('long', 'slow', 'one\ntwo'),
      missing('b', 'gone', 'get'),
    ]
    expect(findingsText(findings)).toBe(
      [
        'ok       a     fine',
        'warn     long  slow',
        '         → one',
        '         → two',
        'missing  b     gone',
        '         → get',
        'This machine cannot host yet. Fix the problems marked "missing".',
        '',
      ].join('\n'),
    )
  })

  it('has exit code 1 only where something is missing', () => {
    expect(exitCodeFor([ok('a', ''), warn('b', '', '')])).toBe(0)
    expect(exitCodeFor([ok('a', ''), missing('b', '', '')])).toBe(1)
  })
})

const absent: ProcessResult = { exitCode: null, stdout: '', stderr: '', failure: 'missing' }

function ended(stdout: string): ProcessResult {
  return { exitCode: 0, stdout, stderr: '', failure: undefined }
}

function anEngine(
  changes: Partial<NonNullable<Hardware['engine']>> = {},
): Extract<EngineAnswer, { kind: 'answered' }> {
  const engine = {
    kind: 'docker' as const,
    version: '26.1.5',
    api_version: '1.45',
    runtimes: ['nvidia', 'runc'],
    storage_driver: 'overlay2',
    disk_quota: false,
  }
  return { kind: 'answered', engine: { ...engine, ...changes }, gaps: [], diskObstacle: undefined }
}

function nvidia(changes: Partial<Parameters<typeof inspectNvidia>[0]>) {
  return inspectNvidia({
    gpus: [aGpu({})],
    smi: ended(''),
    toolkit: ended('NVIDIA Container Toolkit CLI version 1.18.0\n'),
    engine: anEngine(),
    ...changes,
  })
}

function server(changes: Partial<Extract<ServerAnswer, { kind: 'answered' }>>) {
  return inspectServer('https://a.example', {
    kind: 'answered',
    status: 200,
    serverTime: 'Thu, 01 Jan 2026 00:00:00 GMT',
    localTime: new Date('2026-01-01T00:00:01Z'),
    ...changes,
  })
}

function aGpu(changes: Partial<Gpu>): Gpu {
  return {
    index: 0,
    uuid: 'GPU-a',
    vendor: 'nvidia',
    model: 'NVIDIA GeForce RTX 4090',
    vram_mib: 24_564,
    driver: '550.54.14',
    pci_address: '0000:01:00.0',
    temperature_c: null,
    power_w: null,
    utilization_percent: null,
    memory_used_mib: null,
    source: 'nvidia-smi',
    ...changes,
  }
}
