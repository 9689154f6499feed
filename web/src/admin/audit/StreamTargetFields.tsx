import { useLingui } from '@lingui/react/macro'
import type { StreamKind } from '@twofold/contract/admin/streams'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { StreamFields } from './stream-form.ts'

type StreamTargetFieldsProps = {
  kind: StreamKind
  field: (name: keyof StreamFields) => UseFormRegisterReturn & { error: string | undefined }
  /** The stream is there already, and so is its secret. */
  hasSecret: boolean
}

export function StreamTargetFields({ kind, field: bind, hasSecret }: StreamTargetFieldsProps) {
  const { t } = useLingui()
  const field = (name: keyof StreamFields) => ({ ...bind(name), autoComplete: 'off' })
  return (
    <>
      {kind === 'syslog' && (
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <TextField label={t`Host`} mono {...field('host')} />
          <TextField label={t`Port`} inputMode="numeric" {...field('port')} />
        </div>
      )}
      {kind === 'https' && (
        <TextField
          label={t`Address`}
          type="url"
          {...field('url')}
          help={t`Batches are posted here, signed with a secret that you get once.`}
        />
      )}
      {kind === 's3' && (
        <>
          <TextField label={t`Endpoint`} type="url" {...field('endpoint')} help={t`Such as https://s3.eu-central-1.amazonaws.com`} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label={t`Region`} mono {...field('region')} />
            <TextField label={t`Bucket`} mono {...field('bucket')} />
          </div>
          <TextField label={t`Folder`} note={t`Optional`} mono {...field('prefix')} />
          <TextField label={t`Access key ID`} mono {...field('access_key_id')} />
          <TextField
            label={t`Secret access key`}
            type="password"
            reveal={{ show: t`Show secret access key`, hide: t`Hide secret access key` }}
            {...field('secret_access_key')}
            {...(hasSecret && { help: t`Leave empty to keep the one that is stored.` })}
          />
        </>
      )}
      {kind === 'file' && (
        <TextField
          label={t`File name`}
          mono
          {...field('file_name')}
          help={t`In the folder audit-streams of the data folder, such as audit.jsonl`}
        />
      )}
      {kind !== 'file' && (
        <TextArea
          label={t`Certificate authority`}
          note={t`Optional`}
          {...field('ca')}
          help={t`In PEM format. Only needed when the receiver has a certificate of your own authority.`}
        />
      )}
    </>
  )
}
