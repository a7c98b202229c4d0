import { type PostMedia, postMediaTextMax } from '@gridloom/contract/posts/post'
import { ActionIcon, Button, Textarea, Tooltip } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { MediaPicker } from './media-picker.tsx'
import { MediaThumb } from './media-thumb.tsx'
import type { DraftForm } from './post-draft.ts'
import styles from './post-media.module.css'

/** The pictures or the video of a post, each with its alternative text, and a button that adds one of the library. */
export function MediaField({ form }: { form: DraftForm }) {
  const [isPicking, setPicking] = useState(false)
  const { media } = form.values
  const { error } = form.getInputProps('media')
  const set = (next: PostMedia[]) => {
    form.setFieldValue('media', next)
    form.clearFieldError('media')
  }
  return (
    <div className={styles.field}>
      {media.length > 0 && (
        <ul className={styles.list} aria-label="Media">
          {media.map((one, at) => (
            <li key={one.media_id} className={styles.medium}>
              <MediaThumb kind={one.kind} file={one.file} alt="" />
              <div className={styles.about}>
                <div className={styles.head}>
                  {one.title}
                  <Tooltip label="Remove">
                    <ActionIcon
                      aria-label={`Remove ${one.title}`}
                      onClick={() => set(media.filter((other) => other !== one))}
                    >
                      <IconTrash size={15} />
                    </ActionIcon>
                  </Tooltip>
                </div>
                {one.file === null && (
                  <p className={styles.problem}>It is not in the library any more. Remove it.</p>
                )}
                <Textarea
                  label="Alternative text"
                  aria-label={`Alternative text of ${one.title}`}
                  description="Describes it to those who do not see it"
                  autosize
                  minRows={1}
                  maxRows={4}
                  maxLength={postMediaTextMax}
                  {...form.getInputProps(`media.${at}.text`)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <Button
          size="compact-sm"
          leftSection={<IconPhotoPlus size={15} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          Add media
        </Button>
        {media.length === 0 && (
          <span className={styles.hint}>Up to four pictures, or one video, of the library.</span>
        )}
      </div>
      {typeof error === 'string' && <p className={styles.problem}>{error}</p>}
      {isPicking && (
        <MediaPicker
          chosen={media}
          choose={(one) => {
            set([...media, one])
            setPicking(false)
          }}
          close={() => setPicking(false)}
        />
      )}
    </div>
  )
}
