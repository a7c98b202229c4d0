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
