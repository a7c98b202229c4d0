import { describe, expect, it } from 'vitest'
import { startEngineStandIn } from '../../../test/engine-stand-in.ts'
import { readEvents } from './events.ts'
import { readContainerLogs } from './logs.ts'
import { familiarName, probeEngine } from './probe.ts'

const signal = new AbortController().signal

describe('events of the engine', () => {
  it('have the same form for Docker and Podman, and others are skipped', async () => {
    const text = [
      event('start', 'one'),
      event('exec_start: sh', 'one'),
      event('oom', 'one'),
      event('die', 'one'),
      event('died', 'two'),
      '{"status":"pull"}\n',
      event('die', undefined),
    ]
    await using test = await startEngineStandIn({ 'GET /events': { text } })
    expect(await Array.fromAsync(readEvents(test.api, 'a=b', signal))).toEqual([
      { kind: 'started', name: 'one' },
      { kind: 'out_of_memory', name: 'one' },
      { kind: 'exited', name: 'one' },
      { kind: 'exited', name: 'two' },
    ])
    expect(test.lines()).toEqual(['GET /events?filters={"type":["container"],"label":["a=b"]}'])
  })

  it('fail if the engine does not serve them', async () => {
    await using test = await startEngineStandIn({ 'GET /events': { status: 503 } })
    const events = Array.fromAsync(readEvents(test.api, 'a=b', signal))
    await expect(events).rejects.toMatchObject({ status: 503 })
  })
})

describe('the log of a container', () => {
  it('is requested from a timestamp on, with its full fraction', async () => {
    await using test = await startEngineStandIn({ 'GET /containers/one/logs': {} })
    const since = '2026-01-01T00:00:00.123456789Z'
    const selection = { follow: false, since, tail: 5 }
    expect(
      await Array.fromAsync(readContainerLogs(test.api, { name: 'one', selection, signal })),
    ).toEqual([])
    expect(test.lines()[0]).toContain('tail=5&since=1767225600.123456789')
  })

  it('fails for a container that does not exist', async () => {
    await using test = await startEngineStandIn({})
    const selection = { follow: false, since: undefined, tail: 'all' } as const
    const lines = Array.fromAsync(readContainerLogs(test.api, { name: 'one', selection, signal }))
    await expect(lines).rejects.toMatchObject({ status: 404 })
  })
})

describe('the facts of an engine', () => {
  it.each([
    ['docker', [{ Name: 'Engine' }]],
    ['podman', [{ Name: 'Podman Engine' }, { Name: 'Conmon' }]],
    ['docker', null],
  ])('identify it as %s', async (kind, Components) => {
    await using test = await startEngineStandIn({
      'GET /version': { json: { Version: '4.3.1', ApiVersion: '1.41', Components } },
      'GET /info': { json: { Driver: 'overlay', Runtimes: { runc: {}, nvidia: {} } } },
      'GET /images/json': {
        json: [
          { Id: 'sha256:aa', RepoTags: ['docker.io/gridloom/base:latest'], Size: 5 },
          { Id: 'sha256:bb', RepoTags: ['<none>:<none>'], Size: 6 },
          { Id: 'sha256:cc', RepoTags: null, Size: 7 },
        ],
      },
    })
    const { engine, images } = await probeEngine(test.api, signal)
    expect(engine).toMatchObject({ kind, runtimes: ['nvidia', 'runc'] })
    expect(images).toEqual([{ name: 'gridloom/base:latest', size_bytes: 5, id: 'aa' }])
  })

  it.each([
    ['docker.io/library/debian:12', 'debian:12'],
    ['docker.io/a/b:1', 'a/b:1'],
    ['quay.io/a/b:1', 'quay.io/a/b:1'],
    ['debian:12', 'debian:12'],
    ['localhost/docker.io/a:1', 'localhost/docker.io/a:1'],
  ])('shorten the image name %s to %s', (image, name) => {
    expect(familiarName(image)).toBe(name)
  })
})

function event(Action: string, name: string | undefined): string {
  return `${JSON.stringify({ Action, Actor: { Attributes: name === undefined ? null : { name } } })}\n`
}
