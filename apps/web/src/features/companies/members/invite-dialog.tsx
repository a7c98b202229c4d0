import { Email } from '@gridloom/contract/auth/credentials'
import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { CompanyRole } from '@gridloom/contract/companies/company-role'
import { mayInvite } from '@gridloom/domain/company-roles'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { roleWords } from '../../../shared/companies/role-words.ts'
import { Modal } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { useInviteMember } from '../api/invite-member.ts'

interface InviteDialogProps {
  company: CompanyOverview
  close: () => void
}

interface InviteValues {
  email: string
  role: CompanyRole
}

const firstValues: InviteValues = { email: '', role: 'member' }

/** Invites the holder of an email address into a role; an email is sent. */
export function InviteDialog({ company: { id, name, role: by }, close }: InviteDialogProps) {
  const invite = useInviteMember(id)
  const [problem, setProblem] = useState<string>()
  const form = useForm<InviteValues>({
    initialValues: firstValues,
    validate: {
      email: (email) => Email.safeParse(email.trim()).error?.issues[0]?.message ?? null,
    },
  })

  function submit({ email, role }: InviteValues): void {
    setProblem(undefined)
    invite.mutate(
      { email: email.trim(), role },
      { onSuccess: close, onError: (error) => setProblem(placeFieldErrors(form, error)) },
    )
  }

  return (
    <Modal opened onClose={close} title={`Invite member to ${name}`} size="sm">
      <Form onSubmit={form.onSubmit(submit)}>
        <TextInput
          label="Email"
          type="email"
          description="We send an email. They join with the account for this address."
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap="xs" mt={6}>
            {CompanyRole.options
              .filter((role) => mayInvite(by, role))
              .toReversed()
              .map((role) => (
                <Radio
                  key={role}
                  size="xs"
                  value={role}
                  label={roleWords[role].word}
                  description={roleWords[role].hint}
                />
              ))}
          </Stack>
        </Radio.Group>
        <FormProblem text={problem} />
        <FormButtons busy={invite.isPending} cancel={close}>
          Send invitation
        </FormButtons>
      </Form>
    </Modal>
  )
}
