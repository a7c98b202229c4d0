import type { Template } from '@gridloom/contract/templates/template'
import { contentOf } from '@gridloom/domain/templates/content-of'
import { Button, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { templateQuery } from '../../../shared/templates/api/template-queries.ts'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useKeepTemplate, useRenewCode, useTemplateChange } from '../api/template-changes.ts'
import styles from './actions.module.css'
import { shareLink } from './share-link.ts'

interface ShareDialogProps {
  template: Template
  close: () => void
}

/** Shares a template of one's own: by a code, by a link with it, or with everyone. */
export function ShareDialog({ template: listed, close }: ShareDialogProps) {
  const read = useQuery(templateQuery(useClient(), listed.id))
  const template = read.data ?? listed
  const { template_name: name, template_code: code } = template
  return (
    <Modal opened onClose={close} title={`Share ${name}`}>
      <div className={styles.stack}>
        <PublicSwitch template={template} />
        {code !== null && (
          <>
            <div className={styles.line}>
              <span className={styles.label}>Link</span>
              <CopyLine text={shareLink(template, code, location.origin)} label="Link" />
            </div>
            <div className={styles.line}>
              <span className={styles.label}>Code</span>
              <CopyLine text={code} label="Code" />
            </div>
          </>
        )}
        <p className={styles.hint}>
          Whoever has the link or the code can see the template, its environment included, and copy
          it. The password of its registry is never shared.
        </p>
        <RenewCode template={template} />
      </div>
    </Modal>
  )
}

function PublicSwitch({ template }: { template: Template }) {
  const keep = useKeepTemplate()
  const change = useTemplateChange((client, isPublic: boolean) =>
    client.templates.change({
      params: { id: template.id },
      body: {
        ...contentOf(template),
        name: template.name,
        public_template: isPublic,
        from_version: template.version,
      },
    }),
  )
  const wanted = change.isPending ? change.variables : template.public_template
  return (
    <>
      <Switch
        label="Public"
        description="Everyone finds it in the list of public templates, with your name as its author."
        checked={wanted}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked, { onSuccess: keep })}
      />
      <FormProblem text={change.error ? describeError(change.error).text : undefined} />
    </>
  )
}

function RenewCode({ template }: { template: Template }) {
  const [asked, { open, close }] = useDisclosure(false)
  const keep = useKeepTemplate()
  const renew = useRenewCode(template.id)
  return (
    <div>
      <Button onClick={open}>Renew code</Button>
      <ConfirmDialog
        opened={asked}
        title="Renew the code?"
        confirmWord="Renew code"
        tone="neutral"
        busy={renew.isPending}
        problem={renew.error ? describeError(renew.error).text : undefined}
        onConfirm={() =>
          renew.mutate(undefined, {
            onSuccess: (changed) => {
              keep(changed)
              close()
            },
          })
        }
        onClose={close}
      >
        The current code and links with it no longer open the template. Copies that others made stay
        theirs.
      </ConfirmDialog>
    </div>
  )
}
