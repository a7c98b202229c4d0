import { channelNames } from '@gridloom/contract/channels/channel'
import { MediaId } from '@gridloom/contract/core/ids'
import type { Media } from '@gridloom/contract/media/media'
import { Button } from '@mantine/core'
import { IconCalendarPlus, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useClient, useRuntime } from '../../api/runtime.tsx'
import { followDownload } from '../../browser/follow-download.ts'
import { CopyButton } from '../../ui/components/copy.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { WithSide } from '../../ui/components/side-panel.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import styles from './media.module.css'
import { mediaQuery } from './media-api.ts'
import { MediaPlayer } from './media-player.tsx'
import { kindWords, languageName } from './media-words.ts'
import { PostsSection } from './posts-section.tsx'
import { ShareSection } from './share-section.tsx'

const route = getRouteApi('/shell/ambassador/library/$mediaId')
const crumbs = [{ text: 'Library', to: '/ambassador/library' }]

/** `/ambassador/library/{id}`: one medium, with all that a post needs. */
export function MediaPage() {
  const parsed = MediaId.safeParse(route.useParams().mediaId)
  if (parsed.success) return <KnownMedia id={parsed.data} />
  return (
    <Page title="Media" crumbs={crumbs}>
      <ErrorState title="Media not found" error={parsed.error} />
    </Page>
  )
}

function KnownMedia({ id }: { id: MediaId }) {
  const query = useQuery(mediaQuery(useClient(), id))
  const { apiUrl } = useRuntime()
  const file = query.data?.file ?? null
  return (
    <Page
      title={query.data?.title ?? 'Media'}
      crumbs={crumbs}
      lead={query.data && <Lead media={query.data} />}
      actions={
        file && (
          <>
            <Button
              leftSection={<IconDownload size={16} />}
              onClick={() => followDownload(`${apiUrl}${file.file_url}?save=1`)}
            >
              Download
            </Button>
            <Button
              variant="filled"
              leftSection={<IconCalendarPlus size={16} />}
              renderRoot={(props) => (
                <Link {...props} to="/ambassador/calendar" search={{ media: id }} />
              )}
            >
              Use in a post
            </Button>
          </>
        )
      }
    >
      <Loaded query={query} what="the media" rows={6}>
        {(media) => (
          <WithSide
            side={
              <>
                <ShareSection media={media} />
                <PostsSection media={media} />
              </>
            }
          >
            <Shown
              media={media}
              reload={async () => (await query.refetch()).data?.file?.stream_url ?? undefined}
            />
            {media.texts.length > 0 && <Texts media={media} />}
          </WithSide>
        )}
      </Loaded>
    </Page>
  )
}

function Lead({ media: { kind, platforms, languages } }: { media: Media }) {
  const words = [
    kindWords[kind],
    ...platforms.map((one) => channelNames[one]),
    ...languages.map(languageName),
  ]
  return words.join(' · ')
}

/** The medium itself. */
function Shown({ media, reload }: { media: Media; reload: () => Promise<string | undefined> }) {
  const { apiUrl } = useRuntime()
  const { kind, title, detail, link, file } = media
  return (
    <Section title={kindWords[kind]}>
      <div className={styles.shown}>
        {kind === 'video' && file?.stream_url != null && (
          <MediaPlayer key={media.id} media={media} streamUrl={file.stream_url} reload={reload} />
        )}
        {kind === 'picture' && file && (
          <img
            className={styles.picture}
            src={apiUrl + file.file_url}
            alt={title}
            width={file.width}
            height={file.height}
          />
        )}
        {link !== null && (
          <a href={link} target="_blank" rel="noopener noreferrer" className={styles.link}>
            {link} <IconExternalLink size={14} aria-hidden />
          </a>
        )}
        {detail !== '' && <p className={styles.text}>{detail}</p>}
      </div>
    </Section>
  )
}

/** The texts that were written for platforms, each with a copy button. */
function Texts({ media: { texts } }: { media: Media }) {
  return (
    <Section title="Texts">
      <dl className={styles.texts}>
        {texts.map(({ platform, text }) => (
          <div key={platform}>
            <dt>
              {channelNames[platform]}
              <CopyButton text={text} label={`Copy text for ${channelNames[platform]}`} />
            </dt>
            <dd className={styles.text}>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
