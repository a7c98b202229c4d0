import { ChangeInstance } from '@gridloom/contract/instances/change-instance'
import { InstanceFilters } from '@gridloom/contract/instances/instance-filters'
import { describe, expect, it } from 'vitest'
import { type InstancesFixture, withInstances } from '../../../test/instances.ts'
import { changeInstance } from './change-instance.ts'
import { destroyInstance } from './destroy-instance.ts'
import { listInstances } from './list-instances.ts'
import { readInstance } from './read-instance.ts'
import { stopInstance } from './stop-instance.ts'

describe('a change of label or note', () => {
  it('is shown, leaves the other field, and sends the machine nothing', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running({ label: 'one' })
    const sent = fixture.agents.called.length
    await changeInstance(fixture.renter, { id, note: 'Line 1\nLine 2 <b>' })
    await changeInstance(fixture.renter, { id, label: 'two' })
    expect(await readInstance(fixture.renter, id)).toMatchObject({
      label: 'two',
      note: 'Line 1\nLine 2 <b>',
      generation: 1,
    })
    expect(fixture.agents.called).toHaveLength(sent)
  })

  it('is refused for another account, and for a label that an instance has', async () => {
    await using fixture = await withInstances({ cpuSlots: 4 })
    const id = await fixture.running({ label: 'one' })
    await fixture.running({ label: 'two' })
    await expect(changeInstance(fixture.someone(), { id, note: 'mine' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(changeInstance(fixture.renter, { id, label: 'two' })).rejects.toMatchObject({
      code: 'label_taken',
    })
    await changeInstance(fixture.renter, { id, label: 'one', note: 'same label' })
    expect(await fixture.row(id)).toMatchObject({ label: 'one', note: 'same label' })
  })

  it('gives a label to one of many concurrent changes', async () => {
    await using fixture = await withInstances({ cpuSlots: 4 })
    const ids = [await fixture.running(), await fixture.running(), await fixture.running()]
    const tried = await Promise.allSettled(
      ids.map((id) => changeInstance(fixture.renter, { id, label: 'wanted' })),
    )
    expect(tried.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
  })

  it('keeps the label of a destroyed instance, which may have a note', async () => {
    await using fixture = await withInstances()
    const id = await fixture.running({ label: 'one' })
    await destroyInstance(fixture.renter, id)
    await fixture.heartbeat([fixture.report(id, { phase: 'destroyed', observed_generation: 2 })])
    const renamed = changeInstance(fixture.renter, { id, label: 'two' })
    await expect(renamed).rejects.toMatchObject({ code: 'state_conflict' })
    expect(await changeInstance(fixture.renter, { id, note: 'was good' })).toMatchObject({
      note: 'was good',
    })
  })

  it('takes 2,000 characters of plain text, and an empty note', () => {
    const fits = (note: string) => ChangeInstance.safeParse({ note }).success
    expect([fits(''), fits('x'.repeat(2_000)), fits('x'.repeat(2_001)), fits('a\u0000b')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the filters of the list', () => {
  it.each([
    ['part of the label in any case', { q: 'TRAIN' }, ['training']],
    ['the note', { q: 'night' }, ['training']],
    ['the machine', { q: 'box' }, ['training', 'web', 'web two']],
    ['a wildcard as plain text', { q: '%' }, []],
    ['a quote as plain text', { q: "' or true --" }, []],
    ['a state', { state: 'stopping' }, ['web']],
    ['two states', { state: 'stopping,running' }, ['training', 'web', 'web two']],
    ['text and state', { state: 'running', q: 'web' }, ['web two']],
    ['nothing', {}, ['training', 'web', 'web two']],
    ['destroyed ones too', { destroyed: 'true' }, ['gone', 'training', 'web', 'web two']],
    ['destroyed ones alone', { state: 'destroyed' }, ['gone']],
  ])('finds by %s', async (_what, query, expected) => {
    await using fixture = await fleet()
    const found = await listInstances(fixture.renter, InstanceFilters.parse(query))
    expect(found.map(({ label }) => label).toSorted()).toEqual(expected)
    expect(await listInstances(fixture.someone(), InstanceFilters.parse(query))).toEqual([])
  })

  it('refuses unknown states', () => {
    expect(InstanceFilters.safeParse({ state: 'running,sleeping' }).success).toBe(false)
  })
})

async function fleet(): Promise<InstancesFixture> {
  const fixture = await withInstances({ cpuSlots: 8 })
  const training = await fixture.running({ label: 'training' })
  await changeInstance(fixture.renter, { id: training, note: 'Every night' })
  const web = await fixture.running({ label: 'web' })
  await stopInstance(fixture.renter, web)
  const second = await fixture.running({ label: 'web two' })
  const gone = await fixture.running({ label: 'gone' })
  await destroyInstance(fixture.renter, gone)
  await fixture.heartbeat([
    ...[training, web, second].map((id) => fixture.report(id, { ready: true })),
    fixture.report(gone, { phase: 'destroyed', observed_generation: 2 }),
  ])
  return fixture
}
