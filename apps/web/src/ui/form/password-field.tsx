import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'

interface PasswordFieldProps extends PasswordInputProps {
  label: string
}

/** A password whose letters can be shown; the toggle says which password and whether it is shown. */
export function PasswordField({ label, ...input }: PasswordFieldProps) {
  const [shown, { toggle }] = useDisclosure(false)
  return (
    <PasswordInput
      label={label}
      visible={shown}
      onVisibilityChange={toggle}
      visibilityToggleButtonProps={{
        'aria-label': `Show ${label.toLowerCase()}`,
        'aria-pressed': shown,
        tabIndex: 0,
      }}
      {...input}
    />
  )
}

interface NewPasswordFieldsProps {
  /** What the first is called; the second is asked to confirm it. */
  label: string
  /** What the form binds to the first, and to the second. */
  password: object
  confirm: object
}

/** A password that is chosen now, twice, so that a slip does not lock anyone out. */
export function NewPasswordFields({ label, password, confirm }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        description="At least 8 characters"
        autoComplete="new-password"
        {...password}
      />
      <PasswordField
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        {...confirm}
      />
    </>
  )
}
