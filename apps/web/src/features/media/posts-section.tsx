import { channelNames } from '@gridloom/contract/channels/channel'
import type { Media } from '@gridloom/contract/media/media'
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Section } from '../../ui/components/section.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { Form } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { plural } from '../../ui/format/numbers.ts'
import styles from './media.module.css'
import { useAddPost, useRemovePost } from './media-api.ts'

/** The public posts that use a medium, and a field to list one. */
export function PostsSection({ media: { id, active_posts: posts, results } }: { media: Media }) {
  const remove = useRemovePost(id)
  return (
    <Section title="Posts" note={posts.length > 0 && String(posts.length)}>
      {posts.length === 0 && (
        <p className={styles.hint}>
          No post uses it yet. Posts that you publish with it appear here.
        </p>
      )}
      {posts.length > 0 && results !== null && (
        <p className={styles.hint}>Through all of their links: {resultWords(results)}</p>
      )}
      <ul className={styles.posts}>
        {posts.map((post) => (
          <li key={post.id}>
            <span className={styles.post}>
              <a href={post.post_link} target="_blank" rel="noopener noreferrer nofollow">
                {post.post_link.replace('https://', '')}
              </a>
              <span className={styles.hint}>
                {channelNames[post.platform]}
                {post.handle !== null && ` · ${post.handle}`} · <TimeAgo at={post.listed_at} />
              </span>
              {post.results !== null && (
                <span className={styles.hint}>Your link: {resultWords(post.results)}</span>
              )}
            </span>
            {post.is_own && (
              <Tooltip label="Remove">
                <ActionIcon
                  aria-label={`Remove ${post.post_link}`}
                  loading={remove.isPending && remove.variables === post.id}
                  onClick={() => remove.mutate(post.id)}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
      <AddPost id={id} />
    </Section>
  )
}

function resultWords({ visitors, sign_ups: signUps }: NonNullable<Media['results']>): string {
  return `${plural(visitors, 'visitor')}, ${plural(signUps, 'sign-up')}`
}

function AddPost({ id }: { id: Media['id'] }) {
  const add = useAddPost(id)
  const [link, setLink] = useState('')
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(link.trim(), { onSuccess: () => setLink('') })
      }}
    >
      <TextInput
        label="Address of your post"
        description="For a post that you did not publish from here"
        placeholder="https://"
        type="url"
        maxLength={500}
        value={link}
        error={add.error === null ? undefined : describeError(add.error).text}
        onChange={({ currentTarget }) => setLink(currentTarget.value)}
      />
      <Button type="submit" loading={add.isPending} disabled={link.trim() === ''}>
        Add post
      </Button>
    </Form>
  )
}
