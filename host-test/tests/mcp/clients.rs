//! The client of rmcp, in each of its ways to begin, over both transports.

use rmcp::model::{
    CallToolRequestParams, GetSkillRequestParams, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceRequestParams, ResourceContents,
    SkillResources,
};
use rmcp::service::RunningService;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient};

use crate::support::Skills;

type Client = RunningService<RoleClient, ()>;

/// The ways to begin: the handshake, discovery, and whichever works.
fn modes() -> [ClientLifecycleMode; 3] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Discover {
            preferred_versions: preferred_versions.clone(),
        },
        ClientLifecycleMode::Auto {
            preferred_versions,
            legacy_version: None,
        },
    ]
}

/// Lists everything, and verifies every byte that the entries promise.
async fn visit(client: &Client) {
    let skills = client.list_all_skills().await.unwrap();
    let names: Vec<&str> = skills.iter().map(|skill| skill.name()).collect();
    assert_eq!(names, ["alpha", "beta"]);
    for skill in &skills {
        skill.validate().unwrap();
        let got = client
            .get_skill(GetSkillRequestParams::new(&skill.uri))
            .await
            .unwrap();
        assert_eq!(got.skill, *skill);
        let SkillResources::Files(files) = &skill.resources else {
            panic!("{skill:?}");
        };
        for file in files {
            file.verify(&bytes(client, &file.uri).await).unwrap();
        }
    }
    assert_eq!(
        bytes(client, "skill://alpha/a%20b%26c.txt").await,
        b"one\r\ntwo"
    );
    assert_eq!(
        bytes(client, "skill://alpha/data.bin").await,
        [0xff, 0x00, 0x01]
    );

    let directory = ReadResourceDirectoryRequestParams::new("skill://alpha/references");
    let children = client.read_resource_directory(directory).await.unwrap();
    assert_eq!(children.resources[0].uri, "skill://alpha/references/deep");

    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(
        names,
        ["list_skills", "activate_skill", "load_skill_resource"]
    );
    let annotations = tools[0].annotations.as_ref().unwrap();
    assert_eq!(annotations.read_only_hint, Some(true));
    let arguments = serde_json::json!({"name": "beta"})
        .as_object()
        .unwrap()
        .clone();
    let call = CallToolRequestParams::new("activate_skill").with_arguments(arguments);
    let result = client.call_tool(call).await.unwrap();
    assert_eq!(result.is_error, Some(false));
    let text = serde_json::to_string(&result.content).unwrap();
    assert!(text.contains("Body of beta."), "{text}");

    let resources = client.list_all_resources().await.unwrap();
    assert_eq!(resources.len(), 2);
    let prompts = client.list_all_prompts().await.unwrap();
    assert_eq!(prompts[1].name, "beta");
    let unknown = client
        .get_skill(GetSkillRequestParams::new("skill://none/SKILL.md"))
        .await;
    assert!(unknown.unwrap_err().to_string().contains("-32602"));
}

async fn bytes(client: &Client, uri: &str) -> Vec<u8> {
    let read = client
        .read_resource(ReadResourceRequestParams::new(uri))
        .await
        .unwrap();
    match &read.contents[0] {
        ResourceContents::TextResourceContents { text, .. } => text.clone().into_bytes(),
        ResourceContents::BlobResourceContents { blob, .. } => decode(blob),
        other => panic!("{other:?}"),
    }
}

/// Base64, as far as this test has it.
fn decode(blob: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = blob
        .bytes()
        .filter(|byte| *byte != b'=')
        .map(digit)
        .collect();
    let mut bytes = Vec::new();
    for group in digits.chunks(4) {
        let word = group
            .iter()
            .fold(0u32, |word, digit| (word << 6) | u32::from(*digit));
        let word = word << (6 * (4 - group.len()));
        bytes.extend_from_slice(&word.to_be_bytes()[1..group.len()]);
    }
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn over_stdio() {
    for mode in modes() {
        let skills = Skills::new();
        let command = tokio::process::Command::from(skills.command(&[]));
        let transport = TokioChildProcess::new(command).unwrap();
        let client = ().serve_with_lifecycle(transport, mode).await.unwrap();
        visit(&client).await;
        client.cancel().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn over_http() {
    for mode in modes() {
        let skills = Skills::new();
        let server = skills.serve(&[]);
        let transport = StreamableHttpClientTransport::from_uri(server.url());
        let client = ().serve_with_lifecycle(transport, mode).await.unwrap();
        visit(&client).await;
        client.cancel().await.unwrap();
    }
}
