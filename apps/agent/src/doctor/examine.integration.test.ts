import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { startControlPlane } from '../../test/control-plane.ts'
import { execute } from '../host/execute.ts'
import { makeKey } from '../identity/key.ts'
import { type ExamineOptions, examine } from './examine.ts'
import { type Finding, ok } from './finding.ts'

describe('the doctor on this machine', () => {
  it('reports every check by name, in order', async () => {
    await using test = await setup()
    const names = (await test.examine()).map(({ name }) => name)
    expect(names).toEqual([
      'Node.js',
      'rights',
      'container engine',
      'isolation',
      'a workload',
      'disk',
      'memory',
      'data folder',
      'key',
      'server',
    ])
  })

  it('warns about a missing key, and accepts one that exists', async () => {
    await using test = await setup()
    expect(levelOf(await test.examine(), 'key')).toBe('warn')
    await makeKey().keepIn(test.dataDir)
    expect(levelOf(await test.examine(), 'key')).toBe('ok')
  })

  it('reports why the engine does not respond instead of failing', async () => {
    await using test = await setup()
    const findings = await test.examine({
      readEngine: () => Promise.reject(new Error('connect ENOENT /var/run/docker.sock')),
    })
    expect(findings).toContainEqual(
      expect.objectContaining({ level: 'missing', text: 'connect ENOENT /var/run/docker.sock' }),
    )
  })

  it('accepts a server that responds, and reports why one does not', async () => {
    await using test = await setup()
    await using plane = await startControlPlane()
    expect(levelOf(await test.examine({ serverUrl: plane.url }), 'server')).toBe('ok')
    await plane.crash()
    const silent = await test.examine({ serverUrl: plane.url })
    expect(silent).toContainEqual(
      expect.objectContaining({
        level: 'missing',
        text: expect.stringMatching(`^${plane.url}: .+`),
      }),
    )
    await plane.restart()
  })
})

function levelOf(findings: Finding[], name: string) {
  return findings.find((finding) => finding.name === name)?.level
}

async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-doctor-'))
  return {
    dataDir,
    examine: (changes: Partial<ExamineOptions> = {}) =>
      examine({
        dataDir,
        containersFolder: '/',
        serverUrl: undefined,
        nodeVersion: process.version,
        isRoot: true,
        platform: 'linux',
        memoryMib: 8_192,
        readEngine: async () => ({
          engine: {
            kind: 'docker',
            version: '26.1.5',
            api_version: '1.45',
            runtimes: ['runc'],
            storage_driver: 'overlay2',
            disk_quota: false,
          },
          images: [],
          gaps: [],
          diskObstacle: undefined,
        }),
        workloads: [{ examine: async () => [ok('a workload', 'is there')] }, {}],
        execute,
        clock: systemClock,
        ...changes,
      }),
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}
