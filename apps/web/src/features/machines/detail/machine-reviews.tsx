import type { MachineId } from '@gridloom/contract/core/ids'
import type { Machine } from '@gridloom/contract/machines/machine'
import { type Review, reviewCharsMax } from '@gridloom/contract/reputation/review'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ReviewList } from '../../../shared/reputation/reviews.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useAnswerReview } from '../api/reputation.ts'

/** What renters say about a machine; its provider answers each review once. */
export function MachineReviews({ machine: { id } }: { machine: Machine }) {
  return (
    <Section title="Reviews" note="by renters of an hour">
      <ReviewList machineId={id} below={(review) => <Answer machineId={id} review={review} />} />
    </Section>
  )
}

interface AnswerProps {
  machineId: MachineId
  review: Review
}

function Answer({ machineId, review }: AnswerProps) {
  const [text, setText] = useState<string>()
  const answer = useAnswerReview(machineId)
  if (review.answer !== null) return null
  if (text === undefined) {
    return (
      <Button size="compact-sm" mt={6} onClick={() => setText('')}>
        Answer
      </Button>
    )
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        answer.mutate({ id: review.id, text })
      }}
    >
      <Textarea
        label="Your answer"
        description="Everybody can read it, and it cannot be changed."
        autosize
        minRows={2}
        maxLength={reviewCharsMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <div>
        <Button
          type="submit"
          variant="filled"
          disabled={text.trim() === ''}
          loading={answer.isPending}
        >
          Publish answer
        </Button>
      </div>
    </Form>
  )
}
