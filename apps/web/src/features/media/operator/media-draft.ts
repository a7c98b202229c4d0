import { type ChannelId, channelNames } from '@gridloom/contract/channels/channel'
import {
  creativeKinds,
  MediaKind,
  MediaLanguage,
  type NewMedia,
  type OperatorMedia,
  PublicLink,
} from '@gridloom/contract/media/media'
import { channelIds } from '../media-words.ts'

/** What the form of a medium holds. */
export interface MediaDraft {
  kind: MediaKind
  title: string
  detail: string
  link: string
  platforms: ChannelId[]
  /** Separated by commas. */
  languages: string
  texts: { platform: ChannelId; text: string }[]
  isCreative: boolean
}

export function draftOf(media: OperatorMedia | undefined): MediaDraft {
  return {
    kind: media?.kind ?? 'video',
    title: media?.title ?? '',
    detail: media?.detail ?? '',
    link: media?.link ?? '',
    platforms: media?.platforms ?? [],
    languages: media?.languages.join(', ') ?? '',
    texts: media?.texts ?? [],
    isCreative: media?.is_creative ?? false,
  }
}

export const kindOf = (value: string | null): MediaKind => {
  const read = MediaKind.safeParse(value)
  return read.success ? read.data : 'video'
}

export const platformsOf = (values: readonly string[]): ChannelId[] =>
  channelIds.filter((one) => values.includes(one))

export const platformChoices = channelIds.map((value) => ({ value, label: channelNames[value] }))

/** Returns what is wrong with each field. */
export function draftProblems({ kind, title, link, languages }: MediaDraft) {
  const isBadLink = link.trim() !== '' && !PublicLink.safeParse(link.trim()).success
  const isBadLanguage = languagesOf(languages).some((one) => !MediaLanguage.safeParse(one).success)
  return {
    title: title.trim() === '' ? 'Enter a title' : null,
    link:
      (isBadLink && 'Use an https address') ||
      (kind === 'link' && link.trim() === '' ? 'Enter the address of the link' : null),
    languages: isBadLanguage ? 'Use language codes, such as en, pt-BR' : null,
  }
}

/** Returns what the API takes. */
export function readDraft(draft: MediaDraft): NewMedia {
  const { kind, title, detail, link, platforms, languages, texts, isCreative } = draft
  return {
    ...{ kind, title: title.trim(), detail: detail.trim(), platforms },
    link: link.trim() === '' ? null : link.trim(),
    languages: languagesOf(languages),
    texts: texts.filter(({ text }) => text.trim() !== ''),
    is_creative: isCreative && creativeKinds.includes(kind),
  }
}

function languagesOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
