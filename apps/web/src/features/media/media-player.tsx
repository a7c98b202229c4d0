import type { Media } from '@gridloom/contract/media/media'
import { Button, SegmentedControl } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useRuntime } from '../../api/runtime.tsx'
import styles from './media.module.css'
import { languageName } from './media-words.ts'

interface MediaPlayerProps {
  media: Media
  streamUrl: string
  /** Fetches a new address. */
  reload: () => Promise<string | undefined>
}

/**
 * A video with captions and speeds. Addresses expire after half an hour at least: the player keeps the one that it began
 * with, and offers new ones when that fails.
 */
export function MediaPlayer({ media, streamUrl, reload }: MediaPlayerProps) {
  const [address, setAddress] = useState(streamUrl)
  const [state, setState] = useState<'playing' | 'failed'>('playing')
  const again = async () => {
    setAddress((await reload()) ?? address)
    setState('playing')
  }
  if (state === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <p>The video could not be played. Its address may have expired.</p>
        <Button leftSection={<IconRefresh size={15} />} onClick={() => void again()}>
          Load the video again
        </Button>
      </div>
    )
  return <Video media={media} address={address} failed={() => setState('failed')} />
}

const speeds = ['0.5', '1', '1.5', '2'] as const

function Video({ media, address, failed }: { media: Media; address: string; failed: () => void }) {
  const { apiUrl } = useRuntime()
  const element = useRef<HTMLVideoElement>(null)
  const [speed, setSpeed] = useState('1')
  useStream(element, apiUrl + address, failed)
  const poster = media.file?.poster_url
  return (
    <div>
      <video
        ref={element}
        className={styles.video}
        controls
        playsInline
        preload="metadata"
        aria-label={media.title}
        {...(poster == null ? {} : { poster: apiUrl + poster })}
      >
        {media.captions.map(({ language, url }) => (
          <track
            key={language}
            kind="captions"
            srcLang={language}
            label={languageName(language)}
            src={apiUrl + url}
          />
        ))}
      </video>
      <div className={styles.speeds}>
        <span aria-hidden>Speed</span>
        <SegmentedControl
          size="xs"
          aria-label="Speed"
          value={speed}
          data={speeds.map((value) => ({ value, label: `${value}×` }))}
          onChange={(value) => {
            setSpeed(value)
            if (element.current !== null) element.current.playbackRate = Number(value)
          }}
        />
      </div>
    </div>
  )
}

const playlistType = 'application/vnd.apple.mpegurl'

/** Plays an HLS stream: natively where the browser can, else by hls.js, which is loaded only then. */
function useStream(
  element: React.RefObject<HTMLVideoElement | null>,
  address: string,
  failed: () => void,
): void {
  const onFailed = useRef(failed)
  useEffect(() => {
    const video = element.current
    if (video === null) return
    const tell = () => onFailed.current()
    if (video.canPlayType(playlistType) !== '') {
      video.addEventListener('error', tell)
      video.src = address
      return () => video.removeEventListener('error', tell)
    }
    const over = new AbortController()
    void attachHls(video, address, { signal: over.signal, failed: tell }).catch(tell)
    return () => over.abort()
  }, [element, address])
}

async function attachHls(
  video: HTMLVideoElement,
  address: string,
  { signal, failed }: { signal: AbortSignal; failed: () => void },
): Promise<void> {
  const { default: Hls } = await import('hls.js/light')
  if (signal.aborted) return
  if (!Hls.isSupported()) return failed()
  // Its worker would come from a blob, which the page's policy does not allow.
  const player = new Hls({ enableWorker: false })
  signal.addEventListener('abort', () => player.destroy(), { once: true })
  player.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal) failed()
  })
  player.loadSource(address)
  player.attachMedia(video)
}
