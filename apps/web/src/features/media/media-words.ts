import { type ChannelId, channelNames } from '@gridloom/contract/channels/channel'
import {
  MediaCondition,
  type MediaEncoding,
  type MediaFailure,
  type MediaKind,
  type MediaState,
} from '@gridloom/contract/media/media'
import type { Tone } from '../../ui/components/status-badge.tsx'

export const kindWords: Readonly<Record<MediaKind, string>> = {
  video: 'Video',
  picture: 'Picture',
  text: 'Text',
  link: 'Link',
}

export const channelIds = MediaCondition.options.filter(
  (one): one is ChannelId => one in channelNames,
)

/** The entries of the filter: everything, kinds, platforms. */
export const conditionChoices = MediaCondition.options.map((value) => ({
  value,
  label: conditionWord(value),
}))

function conditionWord(condition: MediaCondition): string {
  if (condition === 'all') return 'All media'
  if (condition in kindWords) return `${kindWords[condition as MediaKind]}s`
  return `For ${channelNames[condition as ChannelId]}`
}

/** Reads a filter of the URL; anything else is everything. */
export function readCondition(value: unknown): MediaCondition {
  const read = MediaCondition.safeParse(value)
  return read.success ? read.data : 'all'
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

export function languageName(code: string): string {
  return languageNames.of(code) ?? code
}

export const stateWords: Readonly<Record<MediaState, { tone: Tone; word: string }>> = {
  draft: { tone: 'idle', word: 'Draft' },
  published: { tone: 'good', word: 'Published' },
  archived: { tone: 'idle', word: 'Archived' },
}

export function encodingWords({ state, progress_percent: percent }: MediaEncoding): {
  tone: Tone
  word: string
} {
  switch (state) {
    case 'queued':
      return { tone: 'busy', word: 'Uploaded, waiting' }
    case 'encoding':
      return { tone: 'busy', word: `Encoding ${percent}%` }
    case 'ready':
      return { tone: 'good', word: 'Ready' }
    case 'failed':
      return { tone: 'bad', word: 'Failed' }
  }
}

export const failureWords: Readonly<Record<MediaFailure, string>> = {
  unreadable: 'The file is damaged, or is no video.',
  too_long: 'The video is longer than 30 minutes.',
  too_large: 'The encoded video is too large.',
  too_many_pixels: 'The video is larger than 3840 × 2160 pixels.',
  too_many_frames: 'The video has more than 60 frames per second.',
  no_video: 'The file contains no video.',
  codec_unsupported: 'This codec is not supported. Export the video as H.264.',
  took_too_long: 'Encoding took too long.',
  interrupted: 'Encoding was interrupted too often. Upload the file again.',
}

/** Returns a duration as `1:05` or `1:02:05`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [
    Math.floor(whole / 3_600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
