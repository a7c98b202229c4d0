import type { App } from '@gridloom/contract/apps/app'
import { Button, FileButton } from '@mantine/core'
import { AppPicture } from '../../../shared/apps/app-picture.tsx'
import { CropDialog } from '../../../shared/pictures/crop-dialog.tsx'
import { useChosenPicture } from '../../../shared/pictures/use-chosen-picture.ts'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeApps } from '../api/operator-apps.ts'
import styles from './operator-apps.module.css'

/** The picture of an app, cropped to a square in the browser. It is saved at once. */
export function AppPictures({ app }: { app: App }) {
  const { chosen, unreadable, choose, forget } = useChosenPicture()
  const change = useChangeApps('shown-in-place')
  const save = (image: string | null) =>
    change.mutate({ kind: 'picture', slug: app.slug, place: 0, image }, { onSuccess: forget })
  return (
    <section className={styles.picture} aria-label="Picture">
      <AppPicture app={app} size="large" />
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void choose(file)}>
        {(props) => (
          <Button size="xs" {...props}>
            {app.picture === null ? 'Choose picture' : 'Replace picture'}
          </Button>
        )}
      </FileButton>
      {app.picture !== null && (
        <Button size="xs" loading={change.isPending} onClick={() => save(null)}>
          Remove
        </Button>
      )}
      <p className={styles.hint} role={unreadable ? 'alert' : undefined}>
        {unreadable
          ? 'Your browser can’t read this file as a picture.'
          : 'PNG, JPEG or WebP. Screenshots are set with the API.'}
      </p>
      {chosen && (
        <CropDialog
          picture={chosen}
          shape="square"
          busy={change.isPending}
          problem={change.error ? describeError(change.error).text : undefined}
          use={save}
          close={forget}
        />
      )}
    </section>
  )
}
