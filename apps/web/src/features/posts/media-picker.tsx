import type { PostMedia } from '@gridloom/contract/posts/post'
import { postPicturesMax } from '@gridloom/contract/posts/post'
import { isOnePost } from '@gridloom/domain/posts/media-fit'
import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { SearchField } from '../../ui/components/search-field.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import { MediaThumb } from './media-thumb.tsx'
import { mediumOf } from './post-draft.ts'
import styles from './post-media.module.css'
import { pickerQuery } from './posts-api.ts'

const kinds = [
  { value: 'video', label: 'Videos' },
  { value: 'picture', label: 'Pictures' },
] as const

interface MediaPickerProps {
  /** What the post has already. */
  chosen: readonly PostMedia[]
  choose: (medium: PostMedia) => void
  close: () => void
}

/** Chooses a picture or video of the library. */
export function MediaPicker({ chosen, choose, close }: MediaPickerProps) {
  const [kind, setKind] = useState<'video' | 'picture'>(chosen.length > 0 ? 'picture' : 'video')
  const [title, setTitle] = useState('')
  const list = useInfiniteQuery(pickerQuery(useClient(), { kind, title }))
  const found = (list.data?.pages ?? []).flatMap(({ media }) => media.flatMap(asListed))
  return (
    <Modal opened onClose={close} title="Add media" size="xl">
      <div className={styles.bar}>
        <SegmentedControl
          aria-label="Kind"
          data={[...kinds]}
          value={kind}
          onChange={(value) => setKind(value)}
        />
        <SearchField label="Search media" value={title} onSearch={setTitle} />
      </div>
      {list.isPending && <SkeletonRows rows={2} rowHeight={130} label="Loading the library" />}
      {list.isError && found.length === 0 && (
        <ErrorState
          title="The library could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.data && found.length === 0 && (
        <EmptyState title={title === '' ? 'Nothing here yet' : 'No results'}>
          {title === ''
            ? 'Media that the operator publishes appears here.'
            : 'No media has this title.'}
        </EmptyState>
      )}
      <ul className={styles.grid} aria-label="Library">
        {found.map((medium) => (
          <li key={medium.media_id}>
            <Choice medium={medium} chosen={chosen} choose={choose} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button mt="md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      )}
    </Modal>
  )
}

function Choice({
  medium,
  chosen,
  choose,
}: Pick<MediaPickerProps, 'chosen' | 'choose'> & { medium: PostMedia }) {
  const obstacle = obstacleOf(medium, chosen)
  return (
    <button
      type="button"
      className={styles.choice}
      disabled={obstacle !== undefined}
      onClick={() => choose(medium)}
    >
      <MediaThumb kind={medium.kind} file={medium.file} alt="" />
      {medium.title}
      {obstacle !== undefined && <span className={styles.hint}>{obstacle}</span>}
    </button>
  )
}

/** Why a medium can't be added; undefined where it can. */
function obstacleOf(medium: PostMedia, chosen: readonly PostMedia[]): string | undefined {
  if (chosen.some(({ media_id: id }) => id === medium.media_id)) return 'Added'
  const isFull = chosen.length >= postPicturesMax
  if (isFull || !isOnePost([...chosen, medium]))
    return 'A post has up to four pictures, or one video'
  return undefined
}

function asListed(medium: Parameters<typeof mediumOf>[0]): PostMedia[] {
  const listed = mediumOf(medium)
  return listed === undefined ? [] : [listed]
}
