import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { CopyLine } from '../../ui/components/copy.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Section } from '../../ui/components/section.tsx'
import { FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatDayAndTime } from '../../ui/format/times.ts'
import styles from './calendar.module.css'
import { feedQuery, useEndFeed, useMakeFeed } from './posts-api.ts'

/** The secret link by which a phone or a calendar program subscribes. It is shown once, when it is made. */
export function FeedSection() {
  const feed = useQuery(feedQuery(useClient()))
  const make = useMakeFeed()
  const end = useEndFeed()
  const error = make.error ?? end.error
  return (
    <Section title="Subscribe">
      <Loaded query={feed} what="your calendar link" rows={1}>
        {({ created_at: at }) => (
          <div className={styles.stack}>
            <p className={styles.hint}>
              {at === null
                ? 'Make a secret link to see your posts in the calendar of your phone.'
                : `Your link was made on ${formatDayAndTime(at)}. Whoever has it can read your calendar.`}
            </p>
            {make.data !== undefined && at !== null && (
              <>
                <CopyLine text={make.data.url} label="Calendar link" />
                <p className={styles.hint}>Copy it now: it is not shown again.</p>
              </>
            )}
            <div className={styles.row}>
              <Button loading={make.isPending} onClick={() => make.mutate(undefined)}>
                {at === null ? 'Make a link' : 'Make a new link'}
              </Button>
              {at !== null && (
                <Button loading={end.isPending} onClick={() => end.mutate(undefined)}>
                  End the link
                </Button>
              )}
            </div>
            <FormProblem text={error === null ? undefined : describeError(error).text} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}
