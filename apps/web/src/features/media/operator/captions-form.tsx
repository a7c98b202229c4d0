import { captionsBytesMax, MediaLanguage, type OperatorMedia } from '@gridloom/contract/media/media'
import { Button, FileButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { Form, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import styles from '../media.module.css'
import { languageName } from '../media-words.ts'
import { useSaveCaptions } from './operator-media-api.ts'

/** The captions of a video, a WebVTT file for each language. */
export function CaptionsForm({ media, close }: { media: OperatorMedia; close: () => void }) {
  const save = useSaveCaptions(media.id)
  const [language, setLanguage] = useState(media.languages[0] ?? 'en')
  const [problem, setProblem] = useState<string>()
  const isKnown = MediaLanguage.safeParse(language).success
  const failed = (error: unknown) => setProblem(describeError(error).text)

  async function choose(file: File | null): Promise<void> {
    if (file === null) return
    setProblem(undefined)
    if (file.size > captionsBytesMax) return setProblem('The file is larger than 1 MB.')
    save.mutate({ language, vtt: await file.text() }, { onError: failed })
  }

  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      {media.captions.length === 0 && <p className={styles.hint}>There are no captions yet.</p>}
      <ul className={styles.posts}>
        {media.captions.map((one) => (
          <li key={one.language}>
            <span>{languageName(one.language)}</span>
            <Button
              size="xs"
              aria-label={`Remove captions in ${languageName(one.language)}`}
              onClick={() =>
                save.mutate({ language: one.language, vtt: undefined }, { onError: failed })
              }
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <TextInput
        label="Language"
        description="A code, such as en or pt-BR"
        maxLength={6}
        value={language}
        error={isKnown ? undefined : 'Use a language code, such as en or pt-BR'}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value.trim())}
      />
      <FormProblem text={problem} />
      <DialogButtons>
        <Button onClick={close}>Close</Button>
        <FileButton accept=".vtt,text/vtt" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="filled" disabled={!isKnown} loading={save.isPending}>
              Choose WebVTT file
            </Button>
          )}
        </FileButton>
      </DialogButtons>
    </Form>
  )
}
