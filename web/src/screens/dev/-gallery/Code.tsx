import { useState } from 'react'
import { PreviewFrame } from '../../../ui/PreviewFrame.tsx'
import { CodeEditor } from '../../../ui/CodeEditor.tsx'
import { Panel } from '../../../ui/Panel.tsx'

const variables = { 'user.name': 'Their name', app_name: 'Name of this vault' }

export function Code() {
  const [text, setText] = useState('<p>Hello {{ user.name }},</p>\n<p><a href="">Open</a></p>')
  return (
    <Panel title="Code">
      <div className="grid gap-4 md:grid-cols-2">
        <CodeEditor
          label="HTML"
          language="html"
          value={text}
          onChange={setText}
          rows={6}
          variables={variables}
          problems={[{ severity: 'warning', message: 'This link leads nowhere.', line: 2, column: 4 }]}
        />
        <CodeEditor label="Conditions" language="json" note="Optional" value={'{ "cooldown": 3600 }'} rows={6} error="Invalid JSON" />
        <CodeEditor label="Custom CSS" language="css" value={'.t-card { color: #2d3748; }'} rows={6} readOnly />
        <PreviewFrame title="Preview" url={undefined} renew={() => Promise.resolve('')} height={160} />
      </div>
    </Panel>
  )
}
