import { channelNames } from '@gridloom/contract/channels/channel'
import type { CalendarAccount } from '@gridloom/contract/posts/post'
import { countText } from '@gridloom/domain/posts/count-text'
import { someSubId, withSubId } from '@gridloom/domain/posts/link-of-post'
import { mediaFit } from '@gridloom/domain/posts/media-fit'
import { Checkbox, Textarea } from '@mantine/core'
import styles from './calendar.module.css'
import { MediaThumb } from './media-thumb.tsx'
import { type DraftForm, fittingMedia } from './post-draft.ts'
import mediaStyles from './post-media.module.css'

interface ComposeTargetProps {
  account: CalendarAccount
  /** The text at this account. */
  words: string
  /** The author's: it gets a sub ID when the post is saved. */
  referralLink: string
  form: DraftForm
}

/** One account of a post: its own text, and the post as its channel shows it, with what the channel does not take. */
export function ComposeTarget({ account, words, referralLink, form }: ComposeTargetProps) {
  const { id, channel, handle, limits } = account
  const { media, targets } = form.values
  const isChosen = targets[id]?.chosen === true
  const fit = mediaFit(fittingMedia(media), limits)
  const remind = 'We remind you at the time, and you publish it'
  const note =
    limits === null ? remind : fit.fits === 'by_hand' ? `${fit.why} ${remind}` : undefined
  return (
    <div className={styles.target}>
      <Checkbox
        size="xs"
        label={`${channelNames[channel]}: ${handle}`}
        description={note}
        {...form.getInputProps(`targets.${id}.chosen`, { type: 'checkbox' })}
      />
      {isChosen && (
        <>
          <Textarea
            label={`Another text for ${handle}`}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={5_000}
            {...form.getInputProps(`targets.${id}.text`)}
          />
          <Preview words={words} {...{ account, referralLink, form }} />
          {fit.fits === 'no' && (
            <p className={`${styles.hint} ${styles.over}`}>
              {fit.why} Remove it, or leave out this account.
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Preview({ account, words, referralLink: link, form }: ComposeTargetProps) {
  const { limits, handle } = account
  const { media } = form.values
  const length =
    limits === null ? 0 : countText(withSubId(words, { link, subId: someSubId }), limits)
  return (
    <>
      {(words.trim() !== '' || media.length > 0) && (
        <section className={styles.preview} aria-label={`Preview at ${handle}`}>
          {words.trim() !== '' && <p className={styles.text}>{words}</p>}
          {media.length > 0 && (
            <div className={mediaStyles.thumbs}>
              {media.map(({ media_id: id, kind, file, text, title }) => (
                <MediaThumb key={id} kind={kind} file={file} alt={text.trim() || title} />
              ))}
            </div>
          )}
        </section>
      )}
      {limits !== null && (
        <p className={`${styles.hint} ${length > limits.text_max ? styles.over : ''}`}>
          {length} of {limits.text_max} characters
        </p>
      )}
    </>
  )
}
