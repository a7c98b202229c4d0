import { describe, expect, it } from 'vitest'
import { announcementProblems, newAnnounceDraft, readAnnouncementDraft } from './announce-draft.ts'

const nowMs = new Date('2026-11-21T12:00').getTime()
const good = { ...newAnnounceDraft, text: ' New GPUs ' }

describe('the form of an announcement', () => {
  it('requires a text and nothing else', () => {
    expect(announcementProblems(newAnnounceDraft, nowMs)).toMatchObject({
      text: 'Text is required',
    })
    expect(announcementProblems(good, nowMs)).toEqual({ text: null, starts: null, ends: null })
  })

  it('rejects an end in the past or before the start', () => {
    const later = 'Choose an end after the start'
    expect(announcementProblems({ ...good, ends: '2026-11-21T11:59' }, nowMs).ends).toBe(later)
    const schedule = { ...good, starts: '2026-11-23T09:00', ends: '2026-11-22T09:00' }
    expect(announcementProblems(schedule, nowMs).ends).toBe(later)
    expect(announcementProblems({ ...schedule, ends: '2026-11-24T09:00' }, nowMs).ends).toBeNull()
  })

  it('starts at once and has no end by default', () => {
    expect(readAnnouncementDraft(good)).toEqual({
      level: 'info',
      text: 'New GPUs',
      mail: false,
      ends_at: null,
    })
  })

  it('reads times in the user’s own time zone', () => {
    const { starts_at } = readAnnouncementDraft({ ...good, starts: '2026-11-23T09:00' })
    expect(starts_at).toBe(new Date('2026-11-23T09:00').toISOString())
  })
})
