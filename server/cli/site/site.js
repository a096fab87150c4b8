alert("hi")
