import { describe, expect, it } from 'vitest'
import { emptyReadiness } from '../../../shared/templates/readiness-draft.ts'
import { anOffer, aQuote, aTemplate } from '../../../testing/renter-samples.ts'
import { chosenTemplate, diskGbOf, draftSlots, emptyDraft, type RentDraft } from './rent-draft.ts'
import { toOrder } from './to-order.ts'

const shell = aTemplate()
const large = aTemplate({ id: `tpl_${'2'.padStart(26, '0')}`, recommended_disk_gb: 80 })

describe('the template', () => {
  it('is the first without another one to begin with', () => {
    expect(chosenTemplate(emptyDraft, { list: [shell, large] })).toBe(shell)
  })

  it('is the one that orders begin with until one is chosen', () => {
    const templates = { list: [shell, large], first: large.id }
    expect(chosenTemplate(emptyDraft, templates)).toBe(large)
    expect(chosenTemplate({ ...emptyDraft, templateId: shell.id }, templates)).toBe(shell)
  })

  it('is the first if the one that orders begin with is gone', () => {
    expect(chosenTemplate(emptyDraft, { list: [shell], first: large.id })).toBe(shell)
  })

  it('is undefined for an own image', () => {
    expect(chosenTemplate({ ...emptyDraft, source: 'image' }, { list: [shell] })).toBeUndefined()
  })
})

describe('the disk', () => {
  it('is the usual size until a size is typed', () => {
    expect(diskOf({}, { usual: 30 })).toBe(30)
  })

  it('is the recommendation of the template if that is larger', () => {
    expect(diskOf({}, { usual: 10, template: large })).toBe(80)
  })

  it('is the typed size, whatever the template recommends', () => {
    expect(diskOf({ diskGb: 12 }, { usual: 10, template: large })).toBe(12)
  })

  it('is never larger than the free disk of the machine', () => {
    expect(diskOf({ diskGb: 500 }, { usual: 10 })).toBe(212)
  })

  it('is never smaller than 1 GB', () => {
    expect(diskOf({ diskGb: 0 }, { usual: 10 })).toBe(1)
  })
})

describe('the slots', () => {
  it('are never more than are free', () => {
    expect(draftSlots({ ...emptyDraft, slots: 9 }, anOffer())).toBe(3)
  })

  it('are 1 when the offer has no free slot left', () => {
    expect(draftSlots(emptyDraft, anOffer({ slots_free: 0 }))).toBe(1)
  })
})

describe('the order', () => {
  it('of a template contains its id, the quote and the size', () => {
    const attempt = orderOf({ label: 'train', env: [row('EPOCHS', '12')] })
    expect(attempt).toEqual({
      ok: true,
      order: {
        offer_id: anOffer().id,
        quote_id: aQuote().id,
        slots: 1,
        disk_gb: 10,
        label: 'train',
        env: { EPOCHS: '12' },
        restart_policy: 'on_machine_restart',
        template_id: shell.id,
        template_version: '1.0',
      },
    })
  })

  it('contains its budget and its run time, and neither where the fields are empty', () => {
    const attempt = orderOf({ budgetUsd: 2.5, stopAfterHours: '1.5' })
    expect(attempt).toMatchObject({
      order: { automation: { budget_micro_usd: 2_500_000, stop_after_s: 5_400 } },
    })
    expect(orderOf({})).not.toHaveProperty('order.automation')
    expect(orderOf({ stopAfterHours: '0.1' })).toMatchObject({
      ok: false,
      fields: { 'automation.stop_after_s': expect.any(String) },
    })
  })

  it('of an own image contains the image with its ports and readiness check', () => {
    const attempt = orderOf(
      ownImage({
        image: ' ghcr.io/ada/trainer:1 ',
        ports: '8080 6006',
        readiness: { ...emptyReadiness, kind: 'http', port: '8080', path: '/healthz' },
      }),
    )
    expect(attempt).toMatchObject({
      ok: true,
      order: {
        template: {
          image_path_with_tag: 'ghcr.io/ada/trainer:1',
          ports: [8080, 6006],
          readiness: { kind: 'http', port: 8080, path: '/healthz', timeout_s: 300 },
        },
      },
    })
  })

  it('runs a readiness command in a shell', () => {
    const readiness = { ...emptyReadiness, kind: 'exec', command: 'test -f /ok' } as const
    expect(orderOf(ownImage({ image: 'debian:12', readiness }))).toMatchObject({
      order: { template: { readiness: { command: ['sh', '-c', 'test -f /ok'] } } },
    })
  })

  it.each([
    ['template.image_path_with_tag', ownImage({ image: 'Not An Image' })],
    ['template.ports.1', ownImage({ image: 'a:1', ports: '80, eighty' })],
    [
      'template.readiness.port',
      ownImage({ image: 'a:1', readiness: { ...emptyReadiness, kind: 'tcp', port: '' } }),
    ],
    [
      'template.readiness.path',
      ownImage({
        image: 'a:1',
        readiness: { ...emptyReadiness, kind: 'http', port: '80', path: 'x' },
      }),
    ],
    ['label', { label: 'x'.repeat(81) }],
    ['env.1UP', { env: [row('1UP', 'x')] }],
    ['env.GRIDLOOM_ID', { env: [row('GRIDLOOM_ID', 'x')] }],
  ])('is rejected with an error at %s', (path, part) => {
    const attempt = orderOf(part)
    expect(attempt.ok).toBe(false)
    expect(Object.keys(attempt.ok ? {} : attempt.fields)).toEqual([path])
  })
})

function diskOf(
  part: Partial<RentDraft>,
  { usual, template }: { usual: number; template?: typeof shell },
): number {
  return diskGbOf({ ...emptyDraft, ...part }, { offer: anOffer(), template, usual })
}

function orderOf(part: Partial<RentDraft>) {
  const draft = { ...emptyDraft, ...part }
  const template = chosenTemplate(draft, { list: [shell] })
  return toOrder(draft, { offer: anOffer(), template, slots: 1, diskGb: 10, quote: aQuote() })
}

function ownImage(part: Partial<RentDraft['own']>): Partial<RentDraft> {
  return { source: 'image', own: { ...emptyDraft.own, ...part } }
}

function row(name: string, value: string) {
  return { row: 1, name, value }
}
