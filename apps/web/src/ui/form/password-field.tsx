import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'

interface PasswordFieldProps extends PasswordInputProps {
  label: string
}

/** A password field that can be revealed; the toggle names the password and its state. */
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
  /** Label of the first field; the second asks to confirm it. */
  label: string
  /** The form's props for the first and the second field. */
  password: object
  confirm: object
}

/** A new password, typed twice so that a typo does not lock the user out. */
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
