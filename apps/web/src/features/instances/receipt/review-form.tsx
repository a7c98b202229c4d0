import type { InstanceId } from '@gridloom/contract/core/ids'
import { type Review, reviewCharsMax } from '@gridloom/contract/reputation/review'
import { Button, Input, SegmentedControl, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import { useWriteReview } from '../api/review.ts'
import styles from './receipt-tab.module.css'

interface ReviewFormProps {
  id: InstanceId
  /** `null`: not written yet. */
  review: Review | null
  editableUntil: string | null
}

const stars = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: `${value} ★` }))

/** Stars and a text. Anyone can read them, without the renter's name. */
export function ReviewForm({ id, review, editableUntil }: ReviewFormProps) {
  const [rating, setRating] = useState(review?.rating ?? 0)
  const [text, setText] = useState(review?.text ?? '')
  const [problem, setProblem] = useState<string>()
  const write = useWriteReview(id)
  const labelId = useId()

  function submit(): void {
    setProblem(rating === 0 ? 'Choose a rating.' : undefined)
    if (rating > 0) write.mutate({ rating, text })
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div>
        <Input.Label id={labelId} labelElement="div">
          Rating
        </Input.Label>
        <SegmentedControl
          aria-labelledby={labelId}
          data={stars}
          value={rating === 0 ? '' : String(rating)}
          onChange={(chosen) => setRating(Number(chosen))}
        />
      </div>
      <Textarea
        label="What should others know?"
        description={`Anyone can read it, without your name. At most ${reviewCharsMax} characters.`}
        autosize
        minRows={3}
        maxLength={reviewCharsMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormProblem text={problem} />
      <div className={styles.reviewButtons}>
        <Button type="submit" variant="filled" loading={write.isPending}>
          {review === null ? 'Publish review' : 'Save review'}
        </Button>
        {editableUntil !== null && (
          <span className={styles.muted}>
            Can be edited for 24 hours: published <PublishedAt until={editableUntil} />.
          </span>
        )}
      </div>
    </Form>
  )
}

const dayMs = 86_400_000

function PublishedAt({ until }: { until: string }) {
  return <TimeAgo at={new Date(Date.parse(until) - dayMs).toISOString()} />
}
