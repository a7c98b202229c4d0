import { otpLength } from '@gridloom/contract/core/constants'
import { Input, PinInput } from '@mantine/core'
import { useId } from 'react'
import styles from './code-boxes.module.css'

interface CodeBoxesProps {
  code: string
  error: string | undefined
  onChange: (code: string) => void
}

/** Six boxes of one digit each: typing moves to the next box, and pasting a code fills them all. */
export function CodeBoxes({ code, error, onChange }: CodeBoxesProps) {
  const errorId = useId()
  return (
    <Input.Wrapper label="Code" labelElement="div" error={error} errorProps={{ id: errorId }}>
      <PinInput
        length={otpLength}
        type="number"
        oneTimeCode
        placeholder=""
        size="md"
        gap="xs"
        mt={4}
        classNames={{ pinInput: styles.box ?? '' }}
        value={code}
        error={error !== undefined}
        onChange={onChange}
        getInputProps={(index) => ({
          'aria-label': `Digit ${index + 1} of ${otpLength}`,
          ...(index === 0 ? { 'data-autofocus': true } : {}),
          ...(error === undefined ? {} : { 'aria-describedby': errorId }),
        })}
      />
    </Input.Wrapper>
  )
}
