import { describe, expect, it } from 'vitest'
import { afterCheck, type CheckFacts, type Found } from './public-check.ts'

const publishedAt = new Date('2026-11-20T12:00:00.000Z')
const after = (hours: number) => new Date(publishedAt.getTime() + hours * 3_600_000)
const text = 'I render with https://gridloom.example/ada #ad'
const there = { text, links: ['https://gridloom.example/ada'] }
const undisclosed = { ...there, text: 'I render with https://gridloom.example/ada' }
const facts: CheckFacts = {
  ...{ now: after(24), publishedAt, stage: 0, tries: 0, text, ours: true },
  origin: 'https://gridloom.example',
}

describe('a public post that is read again', () => {
  it.each<[string, Found, Partial<CheckFacts>, object]>([
    ['is there', there, {}, { outcome: 'there', stage: 1, nextCheckAt: after(168) }],
    ['is there after a week', there, { stage: 1, now: after(168) }, { nextCheckAt: after(720) }],
    ['is there after a month', there, { stage: 2, now: after(720) }, { nextCheckAt: null }],
    ['may have other white space', { ...there, text: ` ${text}\n` }, {}, { outcome: 'there' }],
    ['is advertising that does not say so', undisclosed, {}, { outcome: 'not_disclosed' }],
    [
      'is its owner’s, who left the disclosure out',
      ...([undisclosed, { ours: false }, { outcome: 'not_disclosed' }] as const),
    ],
    [
      'has no link, and needs no disclosure',
      ...([{ text: 'I render', links: [] }, { text: 'I render' }, { outcome: 'there' }] as const),
    ],
    ['was changed', { ...there, text: 'Other #ad' }, {}, { outcome: 'changed' }],
    ['is its owner’s', { ...there, text: 'Other #ad' }, { ours: false }, { outcome: 'there' }],
    [
      'has its link without the sub ID',
      ...([
        there,
        { ours: false, text: text.replace('/ada', '/ada?sub_id=post-1') },
        { outcome: 'there' },
      ] as const),
    ],
    ['lost its link', { text: 'I render', links: [] }, {}, { outcome: 'link_missing' }],
    [
      'has another link',
      { text: 'I render', links: ['https://gridloom.example/eve'] },
      {},
      { outcome: 'link_missing' },
    ],
    ['may be gone', 'gone', {}, { outcome: null, tries: 1, nextCheckAt: after(25) }],
    ['is gone', 'gone', { tries: 1 }, { outcome: 'gone', nextCheckAt: null }],
    ['is not read now', 'unreadable', { tries: 10 }, { outcome: null, tries: 11 }],
    ['is not read', 'unreadable', { tries: 11 }, { outcome: 'unreadable', stage: 1, tries: 0 }],
  ])('%s', (_what, found, change, expected) => {
    expect(afterCheck(found, { ...facts, ...change })).toMatchObject(expected)
  })
})
