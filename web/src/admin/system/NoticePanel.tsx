import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { noticeMessageMax, noticeTitleMax, sendSecurityNotice } from '@twofold/contract/admin/notices'
import { Megaphone } from '../../ui/icons/Megaphone.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../kits/AskDialog.tsx'
import { Loaded } from '../../kits/Loaded.tsx'
import { PageForm } from '../../kits/PageForm.tsx'
import { useSentForm } from '../../kits/use-sent-form.ts'
import { call } from '../../lib/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FailureAlert } from '../../ui/FailureAlert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { At } from '../../ui/At.tsx'
import { noticeReachQuery } from './system.ts'

type Notice = { title: string; message: string }

/** Sends a security notice to everybody. */
export function NoticePanel() {
  const { t } = useLingui()
  const noticeReach = useQuery(noticeReachQuery)
  const { form, asked, close } = useNotice()
  const given = (complaint: string) => (text: string) => (text.trim() === '' ? complaint : undefined)
  return (
    <Panel title={t`Security notice`}>
      <Loaded of={noticeReach} failed={t`The number of people a notice would reach could not be loaded`}>
        {(data) => (
          <PageForm form={form} className="grid max-w-[42rem] gap-4">
            <p className="text-text-2">
              <Trans>An e-mail to all active users, for when something has happened that they must know. It cannot be recalled.</Trans>
            </p>
            {!data.is_mail_available && (
              <Alert type="warning">
                <Trans>No e-mail provider is active: the notice waits until there is one.</Trans>
              </Alert>
            )}
            <FailureAlert>{form.failure}</FailureAlert>
            <TextField label={t`Title`} maxLength={noticeTitleMax} {...form.field('title', given(t`Please enter a title`))} />
            <TextArea
              label={t`Message`}
              rows={6}
              maxLength={noticeMessageMax}
              help={t`What happened, who it concerns, and what to do now.`}
              {...form.field('message', given(t`Please enter a message`))}
            />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-sm text-text-2">
                {data.last ? (
                  <Trans>
                    The last one, “{data.last.title}”, was sent by {data.last.sent_by} on <At time={data.last.sent_at} />.
                  </Trans>
                ) : (
                  <Trans>None was sent so far.</Trans>
                )}
              </p>
              <Button type="submit" variant="primary" icon={Megaphone}>
                <Trans>Send notice...</Trans>
              </Button>
            </div>
          </PageForm>
        )}
      </Loaded>
      {asked && noticeReach.data && (
        <SendDialog
          notice={asked}
          people={noticeReach.data.people}
          pending={form.isPending}
          onConfirm={() => form.send(asked)}
          onClose={close}
        />
      )}
    </Panel>
  )
}

/** The typed notice: confirmed first. */
function useNotice() {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Notice>()
  const close = () => setAsked(undefined)
  const form = useSentForm({
    values: { title: '', message: '' },
    send: (body: Notice) => call(sendSecurityNotice, { body }),
    failed: t`The notice could not be sent`,
    renews: [noticeReachQuery.queryKey],
    leaves: 'nothing',
    onSubmit: ({ title, message }) => setAsked({ title: title.trim(), message: message.trim() }),
    onAnswer: close,
    onRefused: close,
  })
  return { form, asked, close }
}

type SendDialogProps = { notice: Notice; people: number; pending: boolean; onConfirm: () => void; onClose: () => void }

function SendDialog({ notice: { title, message }, people, ...question }: SendDialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...question}
      title={t`Send “${title}”?`}
      pendingLabel={t`Sending...`}
      confirmLabel={<Trans>Send notice</Trans>}
      touches={[{ count: people, label: <Plural value={people} one="person gets an e-mail" other="people get an e-mail" /> }]}
    >
      <p className="whitespace-pre-line wrap-anywhere">{message}</p>
    </ConfirmDialog>
  )
}
