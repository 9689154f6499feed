import { Trans, useLingui } from '@lingui/react/macro'
import { findDeviceSignIn, type DeviceSignIn as Found } from '@twofold/contract/devices'
import { useEffect, useState } from 'react'
import { PageForm } from '../kits/PageForm.tsx'
import { useSentForm } from '../kits/use-sent-form.ts'
import { call } from '../lib/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { TextField } from '../ui/TextField.tsx'
import { When } from '../ui/When.tsx'
import { useDecideDevice } from './devices.ts'

/** Asks for the code that a program shows, names the program, and asks whether it was started by the same person. */
export function DeviceSignIn() {
  const [code, setCode] = useState('')
  const [found, setFound] = useState<Found>()
  const [result, setResult] = useState<string>()
  if (result !== undefined) {
    return (
      <div className="grid justify-items-start gap-5">
        <p role="status" className="text-text-1">
          {result}
        </p>
        <Button
          onPress={() => {
            setCode('')
            setFound(undefined)
            setResult(undefined)
          }}
        >
          <Trans>Enter another code</Trans>
        </Button>
      </div>
    )
  }
  if (found !== undefined) return <Question code={code} found={found} onDone={setResult} onBack={() => setFound(undefined)} />
  const goOn = (program: Found, typed: string) => {
    setCode(typed)
    setFound(program)
  }
  return <CodeForm typed={code} onFound={goOn} />
}

function CodeForm({ typed, onFound }: { typed: string; onFound: (found: Found, code: string) => void }) {
  const { t } = useLingui()
  const form = useSentForm({
    values: { user_code: typed },
    send: (body) => call(findDeviceSignIn, { body }),
    said: false,
    failed: (reason) => reason,
    renews: [],
    onAnswer: (found: Found, { user_code: code }) => onFound(found, code),
  })
  const { isPending, setFocus } = form

  // Typing the code is this screen's only task, also after a wrong one.
  useEffect(() => {
    if (!isPending) setFocus('user_code')
  }, [isPending, setFocus])

  return (
    <PageForm form={form} className="grid justify-items-start gap-5">
      <TextField
        label={t`Code`}
        help={t`Eight letters, as the program shows them.`}
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...form.field('user_code')}
      />
      {form.failure && <Alert type="error">{form.failure}</Alert>}
      <Button type="submit" variant="primary" pending={isPending}>
        <Trans>Continue</Trans>
      </Button>
    </PageForm>
  )
}

interface QuestionProps {
  code: string
  found: Found
  onDone: (message: string) => void
  onBack: () => void
}

function Question({ code, found: { program, device, address, is_same_network: isNear, started_at: at }, onDone, onBack }: QuestionProps) {
  const { t } = useLingui()
  const decide = useDecideDevice(onDone)
  return (
    <div className="grid gap-5">
      <Facts>
        <Fact name={<Trans>Program</Trans>}>{program}</Fact>
        <Fact name={<Trans>Device</Trans>}>{device ?? t`Unknown`}</Fact>
        <Fact name={<Trans>Address</Trans>}>
          <span className="font-code">{address}</span>
        </Fact>
        <Fact name={<Trans>Started</Trans>}>
          <When at={at} />
        </Fact>
      </Facts>
      {!isNear && (
        <Alert type="error" title={t`This program runs in another network than you`}>
          <Trans>If somebody sent you this code, deny it: they would get into your vault.</Trans>
        </Alert>
      )}
      <h2 className="text-lg font-semibold">
        <Trans>Did you just start this yourself?</Trans>
      </h2>
      <p className="text-text-2">
        <Trans>The program can then do what you can, for up to 30 days. It names itself; Twofold cannot check the name.</Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={decide.isPending} onPress={() => decide.mutate({ user_code: code, isApproved: true })}>
          <Trans>Yes, sign it in</Trans>
        </Button>
        <Button variant="danger-line" pending={decide.isPending} onPress={() => decide.mutate({ user_code: code, isApproved: false })}>
          <Trans>No, deny it</Trans>
        </Button>
        <Button onPress={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </div>
  )
}
