//! Tenants that come one after another into the places of a pool.

use agent_skills_sandbox::{Error, Mounts, Sandbox};

use crate::tenant::{STEPS, Tenant};

fn pool_of(instances: u32) -> Sandbox {
    Sandbox::builder()
        .pool(instances)
        .build()
        .expect("the component loads")
}

/// Each tenant checks that all it is told is its own.
#[test]
fn a_place_tells_nothing_of_its_last_tenant() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let sandbox = pool_of(1);
    for number in 0..40 {
        let mut tenant = Tenant::new(&sandbox, directory.path(), number);
        for _ in 0..STEPS {
            tenant.step();
        }
    }
}

#[test]
fn a_full_pool_refuses_until_there_is_room() {
    let sandbox = pool_of(2);
    let mounts = Mounts::new();
    let first = sandbox.instance(&mounts).expect("there is room");
    let second = sandbox.instance(&mounts).expect("there is room");
    for _ in 0..3 {
        let refused = sandbox.instance(&mounts).expect_err("the pool is full");
        assert!(matches!(refused, Error::Pool), "{refused:?}");
        assert_eq!(refused.code(), "pool-limit");
    }
    drop(first);
    let mut third = sandbox.instance(&mounts).expect("there is room again");
    assert!(third.list_skills().expect("it answers").skills.is_empty());
    drop((second, third));
}

#[tokio::test]
async fn asynchronous_instances_come_from_the_pool_too() {
    let sandbox = pool_of(1);
    for mounts in [Mounts::new(), Mounts::offloaded()] {
        let mut instance = sandbox
            .instance_async(&mounts)
            .await
            .expect("there is room");
        let refused = sandbox.instance_async(&mounts).await;
        assert!(matches!(refused, Err(Error::Pool)), "{refused:?}");
        assert!(
            instance
                .list_skills()
                .await
                .expect("it answers")
                .skills
                .is_empty()
        );
    }
}

#[test]
fn a_pool_of_none_is_none() {
    let refused = Sandbox::builder().pool(0).build();
    assert_eq!(
        refused.expect_err("nothing fits").to_string(),
        "cannot set up the engine: a pool needs room for at least one instance"
    );
}
