import { agentPath } from '@gridloom/contract/agent/call'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { Refused } from '@gridloom/contract/errors'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import { describe, expect, it } from 'vitest'
import { type InstancesFixture, withInstances } from '../../../test/instances.ts'
import { execInInstance } from './exec-in-instance.ts'
import { followLogs } from './follow-logs.ts'
import { followMetrics, readMetrics } from './metrics.ts'
import { downloadLogs, readLogs } from './read-logs.ts'

const usual = { tail: 500 }
const first = '2026-01-01T00:00:00.000000001Z'
const second = '2026-01-01T00:00:00.000000002Z'
const lines = [
  { at: first, stream: 'stdout', text: 'one' },
  { at: second, stream: 'stdout', text: 'two' },
  { at: second, stream: 'stderr', text: 'three' },
]

describe('logs', () => {
  it('return the machine’s last lines for the reader’s query', async () => {
    await using fixture = await withLines()
    const query = { tail: 20, search: 'o', since: first }
    expect(await readLogs(fixture.renter, fixture.id, query)).toEqual(lines)
    expect(asked(fixture)).toEqual({ tail: 20, search: 'o', since: first, follow: false })
  })

  it('have distinct ids and an end event when followed', async () => {
    await using fixture = await withLines()
    const { renter, id } = fixture
    const events = await Array.fromAsync(
      await followLogs(renter, { id, query: usual, after: undefined }),
    )
    expect(events.map((event) => event.id)).toEqual([
      `${first}/0`,
      `${second}/0`,
      `${second}/1`,
      undefined,
    ])
    expect(events.at(-1)).toEqual({ event: 'end', data: { reason: 'stopped' } })
  })

  it('resume after the last line read, even if another has the same time stamp', async () => {
    await using fixture = await withLines()
    const { renter, id } = fixture
    const after = `${second}/0`
    const events = await Array.fromAsync(await followLogs(renter, { id, query: usual, after }))
    expect(events).toMatchObject([{ data: { text: 'three' } }, { event: 'end' }])
    expect(asked(fixture)).toMatchObject({ since: second, tail: 10000 })
  })

  it('are followed from the beginning when the resume position is invalid', async () => {
    await using fixture = await withLines()
    const { renter, id } = fixture
    const after = "1'; drop table instances"
    const events = await Array.fromAsync(await followLogs(renter, { id, query: usual, after }))
    expect(events).toHaveLength(4)
    expect(asked(fixture)).toEqual({ tail: 500, follow: true })
  })

  it('end with machine_offline when the machine disconnects midway', async () => {
    await using fixture = await withLines()
    fixture.agents.lineUp(agentPath(instanceCalls.logs, { id: fixture.id }), function* () {
      yield lines[0]
      throw new Refused('machine_offline')
    })
    const { renter, id } = fixture
    const events = await Array.fromAsync(
      await followLogs(renter, { id, query: usual, after: undefined }),
    )
    expect(events).toMatchObject([
      { event: 'line' },
      { event: 'end', data: { reason: 'machine_offline' } },
    ])
  })

  it('are downloaded whole, one line each, in a file named after the instance', async () => {
    await using fixture = await withLines()
    const file = await downloadLogs(fixture.renter, fixture.id)
    expect(file).toMatchObject({ fileName: `${fixture.id}.log` })
    expect((await Array.fromAsync(file.pieces)).join('')).toBe(
      `${first} stdout one\n${second} stdout two\n${second} stderr three\n`,
    )
    expect(Number(asked(fixture)?.tail)).toBeGreaterThan(1_000_000_000)
  })

  it('are rejected for another account, and while the machine is offline', async () => {
    await using fixture = await withLines()
    const { id, renter } = fixture
    const stranger = fixture.someone()
    const follow = (as: typeof renter) => followLogs(as, { id, query: usual, after: undefined })
    await expect(readLogs(stranger, id, usual)).rejects.toMatchObject({ code: 'not_found' })
    await expect(follow(stranger)).rejects.toMatchObject({ code: 'not_found' })
    await expect(downloadLogs(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(asked(fixture)).toBeUndefined()
    fixture.agents.connections.clear()
    await expect(readLogs(renter, id, usual)).rejects.toMatchObject({ code: 'machine_offline' })
    await expect(follow(renter)).rejects.toMatchObject({ code: 'machine_offline' })
  })
})

describe('exec', () => {
  it('streams the command’s output and ends with its exit code', async () => {
    await using fixture = await withLines()
    const { renter, id, agents } = fixture
    agents.lineUp(agentPath(instanceCalls.exec, { id }), () => [
      { kind: 'output', stream: 'stdout', base64: 'aGk=' },
      { kind: 'exit', exit_code: 3, ended: 'exited' },
    ])
    const request = { command: ['sh'], timeout_s: 60 }
    const events = await Array.fromAsync(await execInInstance(renter, id, request))
    expect(events).toEqual([
      { event: 'output', data: { stream: 'stdout', base64: 'aGk=' } },
      { event: 'exit', data: { exit_code: 3, ended: 'exited' } },
    ])
    expect(agents.called.at(-1)).toMatchObject({ method: 'POST', body: request })
  })

  it('is rejected for another account, an offline machine, and a lost instance', async () => {
    await using fixture = await withLines()
    const { renter, id, agents } = fixture
    const request = { command: ['sh'], timeout_s: 60 }
    const stranger = execInInstance(fixture.someone(), id, request)
    await expect(stranger).rejects.toMatchObject({ code: 'not_found' })
    agents.connections.clear()
    await expect(execInInstance(renter, id, request)).rejects.toMatchObject({
      code: 'machine_offline',
    })
    await fixture.fallSilent()
    await expect(execInInstance(renter, id, request)).rejects.toMatchObject({
      code: 'state_conflict',
      details: { state: 'lost' },
    })
  })
})

describe('metrics', () => {
  it('are stored once each, and returned oldest first', async () => {
    await using fixture = await withLines()
    const { renter, id } = fixture
    for (const at of ['00:00:10', '00:00:05', '00:00:10']) await measure(fixture, at)
    const samples = await readMetrics(renter, { id, minutes: 60 })
    expect(samples.map(({ at }) => at)).toEqual([sampleAt('00:00:05').at, sampleAt('00:00:10').at])
  })

  it('are streamed with the machine’s own time stamps, even from a wrong clock', async () => {
    await using fixture = await withLines()
    await measure(fixture, '00:00:05')
    const { renter, id, changes } = fixture
    await fixture.clock.advance(3_600_000)
    const events = await followMetrics(renter, { id, after: undefined })
    const reader = events[Symbol.asyncIterator]()
    const next = reader.next()
    await measure(fixture, '00:00:10')
    changes.publish({ topic: 'metrics', subject: id })
    expect((await next).value).toMatchObject({ event: 'sample', id: sampleAt('00:00:10').at })
    await reader.return?.()
  })

  it('resume at once after the last sample read', async () => {
    await using fixture = await withLines()
    for (const at of ['00:00:05', '00:00:10', '00:00:15']) await measure(fixture, at)
    const after = sampleAt('00:00:05').at
    const events = await followMetrics(fixture.renter, { id: fixture.id, after })
    const reader = events[Symbol.asyncIterator]()
    expect((await reader.next()).value).toMatchObject({ id: sampleAt('00:00:10').at })
    expect((await reader.next()).value).toMatchObject({ id: sampleAt('00:00:15').at })
    await reader.return?.()
  })

  it('start with the next sample when the resume time is invalid', async () => {
    await using fixture = await withLines()
    const events = await followMetrics(fixture.renter, { id: fixture.id, after: 'yesterday' })
    const reader = events[Symbol.asyncIterator]()
    const next = reader.next()
    await measure(fixture, '00:00:05')
    fixture.changes.publish({ topic: 'metrics', subject: fixture.id })
    expect((await next).value).toMatchObject({ id: sampleAt('00:00:05').at })
    await reader.return?.()
  })

  it('are rejected for another account', async () => {
    await using fixture = await withLines()
    const { id } = fixture
    const stranger = fixture.someone()
    await expect(readMetrics(stranger, { id, minutes: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(followMetrics(stranger, { id, after: undefined })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

async function withLines() {
  const fixture = await withInstances()
  const id = await fixture.running()
  fixture.agents.lineUp(agentPath(instanceCalls.logs, { id }), () => lines)
  return { ...fixture, id }
}

function asked({ agents }: InstancesFixture) {
  return agents.called.find(({ path }) => path.endsWith('/logs'))?.query
}

function measure({ heartbeat, report, id }: Awaited<ReturnType<typeof withLines>>, time: string) {
  return heartbeat([report(id, { ready: true })], [{ instance_id: id, sample: sampleAt(time) }])
}

function sampleAt(time: string): ReportedSample {
  return {
    at: `2026-01-01T${time}.000Z`,
    cpu_percent: 1,
    memory_bytes: 2,
    memory_limit_bytes: 3,
    network_rx_bytes_s: 4,
    network_tx_bytes_s: 5,
    disk_read_bytes_s: 6,
    disk_write_bytes_s: 7,
    disk_used_bytes: 8,
    gpus: [],
  }
}
