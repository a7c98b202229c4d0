import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import {
  channelWords,
  draftProblems,
  nameCharsMax,
  type SearchDraft,
  searchChannels,
} from './search-draft.ts'
import styles from './searches.module.css'

interface SearchFormProps {
  initial: SearchDraft
  saveWord: string
  busy: boolean
  /** The error of the last attempt. */
  error: Error | null
  onSave: (draft: SearchDraft) => void
  onCancel: () => void
}

/** Name, query and channels of a saved search. The input is kept when the request fails. */
export function SearchForm({ initial, saveWord, busy, error, onSave, onCancel }: SearchFormProps) {
  const [draft, setDraft] = useState(initial)
  const [tried, setTried] = useState<'yes' | 'no'>('no')
  const change = (part: Partial<SearchDraft>) => setDraft({ ...draft, ...part })
  const found = draftProblems(draft)
  const problems = tried === 'yes' ? found : { name: undefined, query: undefined }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        setTried('yes')
        if (found.name === undefined && found.query === undefined) onSave(draft)
      }}
    >
      <TextInput
        label="Name"
        maxLength={nameCharsMax}
        data-autofocus
        error={problems.name}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Query"
        description="Empty for any offer"
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: styles.query }}
        error={problems.query}
        value={draft.query}
        onChange={(event) => change({ query: event.currentTarget.value })}
      />
      <Channels draft={draft} change={change} />
      <p className={styles.note}>
        You are told of offers that begin to match, at most once an hour. Offers that match already
        are not told.
      </p>
      <FormProblem text={error ? describeError(error).text : undefined} />
      <FormButtons busy={busy} cancel={onCancel}>
        {saveWord}
      </FormButtons>
    </Form>
  )
}

interface ChannelsProps {
  draft: SearchDraft
  change: (part: Partial<SearchDraft>) => void
}

function Channels({ draft, change }: ChannelsProps) {
  return (
    <Checkbox.Group
      label="Tell me by"
      description="The notice in the page is always shown"
      value={[...draft.channels]}
      onChange={(values) =>
        change({ channels: searchChannels.filter((channel) => values.includes(channel)) })
      }
    >
      <div className={styles.channels}>
        {searchChannels.map((channel) => (
          <Checkbox
            key={channel}
            size="sm"
            value={channel}
            label={channelWords[channel].label}
            description={channelWords[channel].about}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
