import type { InstanceEventKind } from '@gridloom/contract/instances/events'
import { describe, expect, it } from 'vitest'
import type { PastEvent } from '../instances/index.ts'
import { lastOutage, lastStart } from './history.ts'

describe('lastStart', () => {
  it.each([
    ['an order', ['ordered 0', 'started 200'], 200],
    ['the end of its pull', ['ordered 0', 'image_pulled 900', 'started 910'], 10],
    [
      'a later start',
      ['ordered 0', 'started 9', 'stopped 50', 'start_requested 60', 'started 65'],
      5,
    ],
    ['nothing: it has not started', ['ordered 0', 'failed 30'], undefined],
    ['nothing: its beginning was folded', ['folded 0', 'started 200'], undefined],
  ])('is counted from %s', (_from, events, seconds) => {
    expect(lastStart(aHistory(events))?.seconds).toBe(seconds)
  })
})

describe('lastOutage', () => {
  it.each([
    ['of a running instance', ['ordered 0', 'started 9', 'lost 100', 'back 400'], 400, 330],
    ['that a destruction ended', ['started 9', 'lost 100', 'destroyed 190'], 190, 120],
    ['not of a stopped one', ['started 9', 'stopped 50', 'lost 100', 'back 400'], 400, undefined],
    [
      'not after a requested stop',
      ['started 9', 'stop_requested 50', 'lost 100', 'back 400'],
      400,
      undefined,
    ],
    ['not before it ran', ['ordered 0', 'lost 100', 'back 400'], 400, undefined],
    [
      'not one that was over',
      ['started 9', 'lost 100', 'back 200', 'destroyed 900'],
      900,
      undefined,
    ],
  ])('is counted %s', (_case, events, endedAt, seconds) => {
    expect(lastOutage(aHistory(events), at(endedAt))?.seconds).toBe(seconds)
  })
})

function aHistory(events: readonly string[]): PastEvent[] {
  return events.map((text) => {
    const [kind = '', second] = text.split(' ')
    return { kind: kind as InstanceEventKind, at: at(Number(second)), cause: null }
  })
}

function at(second: number): Date {
  return new Date(Date.UTC(2026, 10, 27) + second * 1_000)
}
