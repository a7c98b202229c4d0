import { headerOf, rankAddress } from '@gridloom/domain/clusters/packets'
import { describe, expect, it } from 'vitest'
import { createFlows } from './flows.ts'
import { echoPacket, refusalOf, resetTo, type Segment, segmentOf } from './segments.ts'

describe('a connection to a node that is not there', () => {
  it('is refused as by a host at which nothing listens', () => {
    const asked = aSegment({ sequence: 1_000, acknowledged: undefined, length: 1 })
    expect(read(refusalOf(asked))).toMatchObject({
      source: asked.destination,
      destination: asked.source,
      sourcePort: asked.destinationPort,
      destinationPort: asked.sourcePort,
      sequence: 0,
      acknowledged: 1_001,
      isReset: true,
    })
  })

  it('that was open ends at the place that its sender expects', () => {
    const sent = aSegment({ sequence: 0xffff_ffff, acknowledged: 77, length: 5 })
    expect(read(refusalOf(sent))).toMatchObject({ sequence: 77, isReset: true })
  })

  it('is not refused twice: no reset answers a reset', () => {
    expect(refusalOf(aSegment({ isReset: true }))).toBeUndefined()
  })
})

describe('the connections to a node that has gone', () => {
  it('are ended, and those to others stay', () => {
    const flows = createFlows()
    flows.note(aSegment({ acknowledged: 5 }))
    flows.note(aSegment({ acknowledged: 9 }))
    flows.note(aSegment({ acknowledged: 7, destination: rankAddress(2) }))
    flows.note(aSegment({ acknowledged: undefined, sourcePort: 3 }))
    const ended = flows.endAll(1).map(read)
    expect(ended).toHaveLength(1)
    expect(ended[0]).toMatchObject({ sequence: 9, source: rankAddress(1), isReset: true })
    expect(flows.endAll(1)).toEqual([])
    expect(flows.endAll(2)).toHaveLength(1)
  })

  it('are forgotten when a reset has ended them, and beyond 4,096 the oldest are', () => {
    const flows = createFlows()
    flows.note(aSegment({ acknowledged: 5 }))
    flows.note(aSegment({ isReset: true }))
    expect(flows.endAll(1)).toEqual([])
    for (let port = 1; port <= 5_000; port += 1)
      flows.note(aSegment({ sourcePort: port, acknowledged: 1 }))
    expect(flows.endAll(1)).toHaveLength(4_096)
  })
})

it('has checksums that the kernel accepts', () => {
  const reset = resetTo(aSegment({}), { sequence: 123_456_789, acknowledges: 987_654_321 })
  expect(sum(reset.subarray(0, 20))).toBe(0xffff)
  const pseudo = Buffer.concat([reset.subarray(12, 20), Buffer.of(0, 6, 0, 20)])
  expect(sum(Buffer.concat([pseudo, reset.subarray(20)]))).toBe(0xffff)
  const echo = echoPacket({ source: rankAddress(3), destination: rankAddress(0) })
  expect([sum(echo.subarray(0, 20)), sum(echo.subarray(20))]).toEqual([0xffff, 0xffff])
})

it('takes neither another protocol nor a later part of a packet for a segment', () => {
  const packet = resetTo(aSegment({}), { sequence: 1 })
  const header = headerOf(packet)
  if (header === undefined) throw new Error('not a packet')
  expect(segmentOf(packet, header)).toBeDefined()
  expect(segmentOf(packet, { ...header, protocol: 17 })).toBeUndefined()
  packet.writeUInt16BE(1, 6)
  expect(segmentOf(packet, header)).toBeUndefined()
})

function aSegment(changes: Partial<Segment>): Segment {
  return {
    source: rankAddress(0),
    destination: rankAddress(1),
    sourcePort: 40_000,
    destinationPort: 22,
    sequence: 1,
    acknowledged: 2,
    isReset: false,
    length: 0,
    ...changes,
  }
}

function read(packet: Buffer | undefined): Segment {
  const header = packet && headerOf(packet)
  const segment = header && segmentOf(packet, header)
  if (segment === undefined) throw new Error('not a segment')
  return segment
}

/** The sum of RFC 1071, which is all ones over bytes with their checksum. */
function sum(bytes: Buffer): number {
  let total = 0
  for (let at = 0; at < bytes.length; at += 2) total += bytes.readUInt16BE(at)
  while (total > 0xffff) total = (total & 0xffff) + (total >>> 16)
  return total
}
