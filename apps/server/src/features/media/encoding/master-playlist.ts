import type { Rendition } from '@gridloom/domain/media/encoding-plan'

/** A version that is written. */
export interface WrittenRendition {
  readonly rendition: Rendition
  readonly fileBytes: number
}

/** Returns the playlist of all versions, the largest first. Source: RFC 8216, section 4.3.4.2. Pure. */
export function masterPlaylist(written: readonly WrittenRendition[], durationS: number): string {
  const lines = written.flatMap(({ rendition, fileBytes }) => {
    const average = Math.ceil((fileBytes * 8) / durationS)
    const bandwidth = Math.max(average, rendition.bitsPerSecondMax)
    const size = `${rendition.width}x${rendition.height}`
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average},RESOLUTION=${size}`,
      `${rendition.name}.m3u8`,
    ]
  })
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`
}
