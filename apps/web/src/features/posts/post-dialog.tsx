import { channelNames } from '@gridloom/contract/channels/channel'
import type { PostId } from '@gridloom/contract/core/ids'
import type { Post, PostMedia, PostResults, PostTarget } from '@gridloom/contract/posts/post'
import { isEditable } from '@gridloom/domain/posts/post-state'
import { Anchor, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useRuntime } from '../../api/runtime.tsx'
import { followDownload } from '../../browser/follow-download.ts'
import { CopyButton } from '../../ui/components/copy.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatExact } from '../../ui/format/times.ts'
import styles from './calendar.module.css'
import { MediaThumb } from './media-thumb.tsx'
import mediaStyles from './post-media.module.css'
import { stateWords, targetText } from './post-words.ts'
import { postQuery, useCancelPost, useMarkPosted, useRetryPost } from './posts-api.ts'

interface PostDialogProps {
  id: PostId
  edit: (post: Post) => void
  close: () => void
}

/** A post with its state at each account, and what can be done about it. */
export function PostDialog({ id, edit, close }: PostDialogProps) {
  const post = useQuery(postQuery(useClient(), id))
  return (
    <Modal opened onClose={close} title="Post" size="lg">
      <Loaded query={post} what="this post">
        {(shown) => <Parts post={shown} edit={edit} />}
      </Loaded>
    </Modal>
  )
}

function Parts({ post, edit }: { post: Post; edit: (post: Post) => void }) {
  const cancel = useCancelPost()
  const retry = useRetryPost()
  const states = post.targets.map(({ state }) => state)
  const error = cancel.error ?? retry.error
  return (
    <>
      <p className={styles.hint}>{formatExact(post.at)}</p>
      {post.media.length > 0 && <MediaList media={post.media} />}
      {post.results !== null && <Results results={post.results} />}
      {post.targets.map((target) => (
        <Target key={target.connected_account_id} post={post} target={target} />
      ))}
      <FormProblem text={error === null ? undefined : describeError(error).text} />
      <DialogButtons>
        {states.some((state) => state === 'planned' || state === 'reminded') && (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate(post.id)}>
            Cancel post
          </Button>
        )}
        {states.includes('failed') && (
          <Button loading={retry.isPending} onClick={() => retry.mutate(post.id)}>
            Try again
          </Button>
        )}
        {isEditable(states) && (
          <Button variant="filled" onClick={() => edit(post)}>
            Edit post
          </Button>
        )}
      </DialogButtons>
    </>
  )
}

/** What came through the link in the post. */
function Results({ results: { clicks, visitors, sign_ups: signUps } }: { results: PostResults }) {
  const figures = [
    { name: 'Clicks', value: clicks },
    { name: 'Visitors', value: visitors },
    { name: 'Sign-ups', value: signUps },
  ]
  return (
    <dl className={styles.results} aria-label="Results of its link">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  )
}

function MediaList({ media }: { media: readonly PostMedia[] }) {
  const { apiUrl } = useRuntime()
  return (
    <ul className={mediaStyles.list} aria-label="Media">
      {media.map(({ media_id: id, kind, title, text, file }) => (
        <li key={id} className={mediaStyles.medium}>
          <MediaThumb kind={kind} file={file} alt={text || title} />
          <div className={mediaStyles.about}>
            <div className={mediaStyles.head}>{title}</div>
            {text !== '' && <p className={styles.hint}>Alternative text: {text}</p>}
            {file === null ? (
              <p className={mediaStyles.problem}>It is not in the library any more.</p>
            ) : (
              <Button
                size="compact-sm"
                mt={4}
                aria-label={`Download ${title}`}
                onClick={() => followDownload(`${apiUrl}${file.file_url}?save=1`)}
              >
                Download
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Target({ post, target }: { post: Post; target: PostTarget }) {
  const { word, tone } = stateWords[target.state]
  const words = target.text ?? post.text
  const note = targetText(target)
  return (
    <div className={styles.target}>
      <div className={styles.row}>
        <strong>
          {channelNames[target.channel]}: {target.handle}
        </strong>
        <StatusBadge tone={tone} word={word} />
        {target.url !== null && (
          <Anchor href={target.url} target="_blank" rel="noopener noreferrer">
            Open
          </Anchor>
        )}
        <CopyButton text={words} label={`Copy the text for ${target.handle}`} />
      </div>
      <p className={styles.text}>{words}</p>
      {note !== '' && <p className={styles.hint}>{note}</p>}
      {target.state === 'reminded' && <MarkPosted post={post} target={target} />}
    </div>
  )
}

function MarkPosted({ post, target }: { post: Post; target: PostTarget }) {
  const mark = useMarkPosted()
  const [url, setUrl] = useState('')
  const account = target.connected_account_id
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault()
        mark.mutate({ id: post.id, account, url: url.trim() })
      }}
    >
      <TextInput
        aria-label={`Link of the post at ${target.handle}`}
        placeholder="https://"
        maxLength={500}
        value={url}
        error={mark.error === null ? undefined : describeError(mark.error).text}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Button type="submit" loading={mark.isPending} disabled={url.trim() === ''}>
        Mark as posted
      </Button>
    </form>
  )
}
