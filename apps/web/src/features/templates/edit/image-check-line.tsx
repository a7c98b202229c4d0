import { ImageRef } from '@gridloom/contract/core/image-ref'
import type { ImageCheck } from '@gridloom/contract/templates/image-check'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useTemplateQuestion } from '../api/template-changes.ts'
import styles from './editor.module.css'
import type { TemplateDraft } from './template-draft.ts'

interface Tested {
  image_path_with_tag: string
  docker_repo_server: string
  docker_repo_username: string
  docker_repo_password: string
}

/** Asks the registry for the image, with the login that was typed. */
export function ImageCheckLine({ draft }: { draft: TemplateDraft }) {
  const check = useTemplateQuestion((client, body: Tested) => client.templates.checkImage({ body }))
  const wanted = testedOf(draft)
  const isSame = JSON.stringify(check.variables) === JSON.stringify(wanted)
  const why = whyNot(draft)
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

function testedOf({ image, server, username, password }: TemplateDraft): Tested {
  return {
    image_path_with_tag: image.trim(),
    docker_repo_server: server.trim(),
    docker_repo_username: username.trim(),
    docker_repo_password: password.kind === 'typed' ? password.text : '',
  }
}

/** Why there is nothing to test yet. */
function whyNot({ image, password }: TemplateDraft): string | undefined {
  if (!ImageRef.safeParse(image.trim()).success) return 'Enter an image to test it.'
  if (password.kind === 'saved') return 'Replace the password to test the login.'
  return undefined
}
