import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { Button, FileButton } from '@mantine/core'
import type { DragEvent } from 'react'
import { CropDialog } from '../../../shared/pictures/crop-dialog.tsx'
import { useChosenPicture } from '../../../shared/pictures/use-chosen-picture.ts'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useUpdateProfile } from '../api/update-profile.ts'
import styles from './profile.module.css'

/** The user's picture: chosen or dropped, cropped in the browser, and sent as a small square. */
export function Picture({ details }: { details: UserDetails }) {
  const { chosen, unreadable, choose, forget } = useChosenPicture()
  const save = useUpdateProfile('Picture saved')
  const remove = useUpdateProfile('Picture removed')
  const failure = save.error ?? remove.error

  function drop(event: DragEvent): void {
    event.preventDefault()
    void choose(event.dataTransfer.files[0] ?? null)
  }

  return (
    <section
      aria-label="Picture"
      className={styles.picture}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Face details={details} />
      <div className={styles.pictureWords}>
        <div className={styles.buttons}>
          <FileButton accept="image/*" onChange={(file) => void choose(file)}>
            {(props) => <Button {...props}>Choose picture</Button>}
          </FileButton>
          {details.profile_path !== null && (
            <Button loading={remove.isPending} onClick={() => remove.mutate({ image: null })}>
              Remove
            </Button>
          )}
        </div>
        <p className={styles.note}>
          Or drop one here. Your browser resizes it to 256 × 256 pixels before upload.
        </p>
        {unreadable && (
          <p className={styles.problem} role="alert">
            Your browser can’t read this file as a picture.
          </p>
        )}
        {remove.error && (
          <p className={styles.problem} role="alert">
            {describeError(remove.error).text}
          </p>
        )}
      </div>
      {chosen && (
        <CropDialog
          picture={chosen}
          shape="circle"
          busy={save.isPending}
          problem={failure ? describeError(failure).text : undefined}
          use={(image) => save.mutate({ image }, { onSuccess: forget })}
          close={forget}
        />
      )}
    </section>
  )
}

/** The picture, or the name's initial while there is none. */
function Face({ details }: { details: UserDetails }) {
  const { profile_path: path, name, username } = details
  if (path !== null) return <img className={styles.face} src={path} alt={name ?? username} />
  return (
    <span className={styles.face} aria-hidden>
      {(name ?? username).slice(0, 1).toUpperCase()}
    </span>
  )
}
