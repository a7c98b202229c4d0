import type { TemplateId } from '@gridloom/contract/core/ids'
import { ImageRef } from '@gridloom/contract/core/image-ref'
import type { ImageCheck } from '@gridloom/contract/templates/image-check'
import type { Template } from '@gridloom/contract/templates/template'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useTemplateQuestion } from '../api/template-changes.ts'
import styles from './editor.module.css'
import type { TemplateDraft } from './template-draft.ts'
import type { SectionProps } from './use-editor.ts'

interface Tested {
  /** Its stored password is used, for the registry and user that it is of. */
  template_id?: TemplateId
  image_path_with_tag: string
  docker_repo_server: string
  docker_repo_username: string
  docker_repo_password: string
}

/** Asks the registry for the image, with the login that was typed or the password that is stored. */
export function ImageCheckLine({ editor: { draft, base } }: SectionProps) {
  const check = useTemplateQuestion((client, body: Tested) => client.templates.checkImage({ body }))
  const wanted = testedOf(draft, base)
  const isSame = JSON.stringify(check.variables) === JSON.stringify(wanted)
  const why = whyNot(draft, base)
  return (
    <div className={styles.check}>
      <Button
        size="xs"
        loading={check.isPending}
        disabled={why !== undefined}
        onClick={() => check.mutate(wanted)}
      >
        Test
      </Button>
      {why !== undefined && <span className={styles.hint}>{why}</span>}
      {why === undefined && check.isIdle && (
        <span className={styles.hint}>Asks the registry whether machines can pull the image.</span>
      )}
      {isSame && check.data && (
        <span className={styles.found} role="status">
          <IconCircleCheckFilled size={14} aria-hidden />
          {checkText(check.data)}
        </span>
      )}
      {isSame && check.error && (
        <span className={styles.wrong} role="alert">
          {describeError(check.error).text}
        </span>
      )}
    </div>
  )
}

/** Describes what a registry has: `Signed in as ada, image found, 1.2 GiB, linux/amd64`. */
export function checkText({ signed_in_as: user, size_bytes: size, platforms }: ImageCheck): string {
  return [
    ...(user === null ? ['Image found'] : [`Signed in as ${user}`, 'image found']),
    `${formatBytes(size)} compressed`,
    ...(platforms.length === 0 ? [] : [platforms.join(' ')]),
  ].join(', ')
}

function testedOf(
  { image, server, username, password }: TemplateDraft,
  base: Template | undefined,
): Tested {
  return {
    ...(password.kind === 'saved' && base !== undefined && { template_id: base.id }),
    image_path_with_tag: image.trim(),
    docker_repo_server: server.trim(),
    docker_repo_username: username.trim(),
    docker_repo_password: password.kind === 'typed' ? password.text : '',
  }
}

/** Why there is nothing to test yet. */
function whyNot(
  { image, server, username, password }: TemplateDraft,
  base: Template | undefined,
): string | undefined {
  if (!ImageRef.safeParse(image.trim()).success) return 'Enter an image to test it.'
  const isStored =
    server.trim() === base?.docker_repo_server && username.trim() === base.docker_repo_username
  if (password.kind === 'saved' && !isStored) return 'Replace the password to test another login.'
  return undefined
}
