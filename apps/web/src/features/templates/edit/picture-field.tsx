import type { Template } from '@gridloom/contract/templates/template'
import { Button, FileButton } from '@mantine/core'
import { CropDialog } from '../../../shared/pictures/crop-dialog.tsx'
import { useChosenPicture } from '../../../shared/pictures/use-chosen-picture.ts'
import { TemplatePicture } from '../../../shared/templates/template-picture.tsx'
import styles from './editor.module.css'
import type { PictureDraft, TemplateDraft } from './template-draft.ts'

interface PictureFieldProps {
  draft: TemplateDraft
  template: Template | undefined
  onChange: (part: Partial<TemplateDraft>) => void
}

/** The picture, cropped to a square in the browser. It is saved together with the rest. */
export function PictureField({ draft, template, onChange }: PictureFieldProps) {
  const { chosen, unreadable, choose, forget } = useChosenPicture()
  const path = pathOf(draft.picture, template)
  return (
    <section
      aria-label="Picture"
      className={styles.picture}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void choose(event.dataTransfer.files[0] ?? null)
      }}
    >
      <TemplatePicture
        size="large"
        template={{ template_name: draft.templateName, template_image: path }}
      />
      <div className={styles.pictureWords}>
        <div className={styles.buttons}>
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => void choose(file)}
          >
            {(props) => (
              <Button size="xs" {...props}>
                {path === null ? 'Choose picture' : 'Replace picture'}
              </Button>
            )}
          </FileButton>
          {path !== null && (
            <Button size="xs" onClick={() => onChange({ picture: removed(template) })}>
              Remove
            </Button>
          )}
        </div>
        <p className={styles.hint}>PNG, JPEG or WebP. Or drop one here.</p>
        {unreadable && (
          <p className={styles.wrong} role="alert">
            Your browser can’t read this file as a picture.
          </p>
        )}
      </div>
      {chosen && (
        <CropDialog
          picture={chosen}
          shape="square"
          busy={false}
          problem={undefined}
          use={(dataUrl) => {
            onChange({ picture: { kind: 'chosen', dataUrl } })
            forget()
          }}
          close={forget}
        />
      )}
    </section>
  )
}

function pathOf(picture: PictureDraft, template: Template | undefined): string | null {
  switch (picture.kind) {
    case 'chosen':
      return picture.dataUrl
    case 'removed':
      return null
    case 'stored':
      return template?.template_image ?? null
  }
}

function removed(template: Template | undefined): PictureDraft {
  return { kind: (template?.template_image ?? null) === null ? 'stored' : 'removed' }
}
