import { InstanceEventCause, InstanceEventKind } from '@gridloom/contract/instances/events'
import { Reason } from '@gridloom/contract/instances/instance'
import { describe, expect, it } from 'vitest'
import { anInstance } from '../../../../test/instance-builders.ts'
import type { InstanceRow } from '../schema.ts'
import { eventText } from './event-text.ts'
import { eventsBetween } from './events-between.ts'

const at = new Date(0)
type Change = Partial<InstanceRow>
const reason = (code: string, exit_code: number | null = null) =>
  Reason.parse({ code, text: 'Because.', exit_code })

describe('eventsBetween', () => {
  it.each<[string, Change, Change, string[]]>([
    ['nothing changed', {}, {}, []],
    ['it waits for its machine', {}, { state: 'pulling' }, []],
    ['its image was pulled', { state: 'pulling' }, { state: 'creating' }, ['image_pulled']],
    [
      'a report skipped states',
      { state: 'pulling' },
      { state: 'running', ready: true, charged_from: at, charged_cause: 'ready' },
      ['image_pulled', 'started', 'ready', 'charging_started ready'],
    ],
    ['it started from a cached image', { state: 'starting' }, { state: 'running' }, ['started']],
    [
      'a user entered it before it was ready',
      { state: 'running' },
      { state: 'running', entered_at: at, charged_from: at, charged_cause: 'entered' },
      ['entered', 'charging_started entered'],
    ],
    [
      'it ended by itself',
      { state: 'running', ready: true },
      { state: 'stopped', reason: reason('exited', 137) },
      ['stopped exited 137'],
    ],
    [
      'a stop was requested',
      { state: 'running' },
      { state: 'stopping', desired: 'stopped', generation: 2, reason: reason('stopped_by_renter') },
      ['stop_requested stopped_by_renter'],
    ],
    [
      'the balance ran out',
      { state: 'running' },
      { state: 'stopping', desired: 'stopped', generation: 2, reason: reason('balance_exhausted') },
      ['stop_requested balance_exhausted'],
    ],
    [
      'it was started again',
      { state: 'stopped', desired: 'stopped' },
      { state: 'stopped', desired: 'running', generation: 2, restart: 1 },
      ['start_requested'],
    ],
    [
      'it was restarted',
      { state: 'running' },
      { state: 'running', generation: 2, restart: 1 },
      ['restart_requested'],
    ],
    ['its SSH keys changed', { state: 'running' }, { state: 'running', generation: 2 }, []],
    [
      'its machine went offline',
      { state: 'running', ready: true, ready_at: at },
      { state: 'lost' },
      ['lost'],
    ],
    [
      'its machine is back',
      { state: 'lost', ready_at: at },
      { state: 'running', ready: true, ready_at: at },
      ['back', 'ready'],
    ],
    [
      'its machine is back, and it runs for the first time',
      { state: 'lost' },
      { state: 'running' },
      ['back', 'started'],
    ],
    ['it was destroyed while lost', { state: 'lost' }, { state: 'destroyed' }, ['destroyed']],
    [
      'its disk is lost',
      { state: 'lost', desired: 'running' },
      { state: 'failed', desired: 'stopped', generation: 2, reason: reason('disk_lost') },
      ['back', 'failed disk_lost'],
    ],
    [
      'it is destroyed after a stop',
      { state: 'stopped', desired: 'stopped', reason: reason('stopped_by_renter') },
      {
        state: 'stopped',
        desired: 'destroyed',
        generation: 2,
        reason: reason('stopped_by_renter'),
      },
      ['destroy_requested'],
    ],
    [
      'the retention of its disk ended',
      { state: 'stopped', desired: 'stopped', reason: reason('balance_exhausted') },
      { state: 'stopped', desired: 'destroyed', generation: 2, reason: reason('disk_expired') },
      ['destroy_requested disk_expired'],
    ],
    [
      'its machine did not stop it',
      { state: 'stopping' },
      { state: 'stopping', stop_overdue_at: at },
      ['stop_overdue'],
    ],
  ])('when %s', (_case, before, after, expected) => {
    const events = eventsBetween(
      anInstance(before),
      anInstance({ ...before, ready: false, ...after }),
    )
    expect(
      events.map(({ kind, cause, exitCode }) =>
        [kind, cause, exitCode].filter((part) => part !== null).join(' '),
      ),
    ).toEqual(expected)
  })
})

it('has a sentence for every kind and cause', () => {
  for (const kind of InstanceEventKind.options)
    for (const cause of [null, ...InstanceEventCause.options])
      expect(eventText({ kind, cause, exit_code: 3, folded: 4 })).toMatch(/^[A-Z0-9].*\.$/)
})
